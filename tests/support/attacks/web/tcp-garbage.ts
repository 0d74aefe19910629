import { randomBytes, randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../attack';

const perSecond = 100;
const beginnings = [
  '',
  'GET / HTTP/1.1\r\nHost: a\r\n',
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 4000000000\r\n\r\n',
  'GET /cable HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ',
  'GET /livekit/rtc HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01',
];

/** Bytes of chance at the one public TCP port, by themselves and after the beginning of what is understood there. */
export const tcpGarbage: Attack = {
  name: `${perSecond} connections a second with random bytes, at the web's TCP port`,
  async run({ baseUrl }, signal) {
    const { hostname, port } = new URL(baseUrl);
    for (let count = 0; !signal.aborted; count++) {
      const socket = connect(Number(port), hostname);
      // Ended by the other side is what is expected.
      socket.on('error', () => undefined);
      socket.write(beginnings[count % beginnings.length] ?? '');
      socket.write(randomBytes(randomInt(1, 4_000)));
      setTimeout(() => socket.destroy(), randomInt(0, 2_000));
      await sleep(1_000 / perSecond);
    }
  },
};
