import { randomBytes, randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, AttackTarget } from '../attack';

const sockets = 20;
const datagramsPerTick = 10;
const tickMs = 10;

/** Datagrams of chance at both public UDP ports: of every length, with and without the bit of an SRT control packet. */
export const udpGarbage: Attack = {
  name: `${(1_000 / tickMs) * datagramsPerTick * 2} random datagrams a second at both SRT ports from ${sockets} sockets`,
  async run({ ingestPort, viewPort }: AttackTarget, signal) {
    const open = Array.from({ length: sockets }, () => createSocket('udp4'));
    // Refused by ICMP where the port is gone; the benchmark sees that by itself.
    for (const socket of open) socket.on('error', () => undefined);
    for (let tick = 0; !signal.aborted; tick++) {
      for (let index = 0; index < datagramsPerTick; index++) {
        const datagram = randomBytes(randomInt(0, 1_500));
        const socket = open[(tick + index) % sockets];
        for (const port of [ingestPort, viewPort]) socket?.send(datagram, port, '127.0.0.1');
      }
      await sleep(tickMs);
    }
    for (const socket of open) socket.close();
  },
};
