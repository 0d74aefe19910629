import { randomBytes, randomInt } from 'node:crypto';
import type { Attack } from '../attack';
import { holdCalls } from './hold-calls';
import { rtmpHandshake } from './rtmp-handshake';

/** Bytes of chance at the port of RTMP, by themselves and behind a handshake. */
export const rtmpJunk: Attack = {
  name: 'random bytes at the port of RTMP, 200 connections a second',
  run: ({ rtmpPort: port }, signal) =>
    holdCalls(
      { port, count: 200 },
      {
        begin(socket) {
          if (randomInt(2) === 0) socket.write(rtmpHandshake());
          socket.end(randomBytes(randomInt(1, 4_000)));
        },
      },
      signal,
    ),
};
