import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, AttackTarget } from '../attack';

const perSecond = 100;
const openAtOnce = 1_000;

/** TCP connections that never say anything, or break off in the middle of a request line. */
export const idleConnections: Attack = {
  name: `${perSecond} connections a second that say nothing, up to ${openAtOnce} at once`,
  async run({ baseUrl }: AttackTarget, signal) {
    const { hostname, port } = new URL(baseUrl);
    const open = new Set<Socket>();
    for (let count = 0; !signal.aborted; count++) {
      if (open.size < openAtOnce) {
        const socket = connect(Number(port), hostname);
        open.add(socket);
        // The product may end them at any time.
        socket.on('error', () => undefined);
        socket.once('close', () => open.delete(socket));
        if (count % 2 === 0) socket.write('GET /healthz HTT');
      }
      await sleep(1_000 / perSecond);
    }
    for (const socket of open) socket.destroy();
  },
};
