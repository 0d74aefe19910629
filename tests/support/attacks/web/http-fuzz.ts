import { setTimeout as sleep } from 'node:timers/promises';
import { fuzzHttp } from '../../network/http-fuzz';
import { TcpPeers } from '../../network/tcp-peers';
import type { Attack } from '../attack';

const connections = 50;

/** Requests and commands of /cable, sound and damaged; half of the connections are never closed by the client. */
export const httpFuzz: Attack = {
  name: 'damaged requests and commands, 50 connections at a time',
  async run({ baseUrl, token }, signal) {
    const peers = new TcpPeers(baseUrl);
    try {
      let sent = 0;
      for (const bytes of fuzzHttp(Date.now(), Number.POSITIVE_INFINITY, token)) {
        const socket = peers.open(bytes).resume();
        socket.once('end', () => socket.destroy());
        if (sent++ % 2) socket.end();
        while (peers.count >= connections && !signal.aborted) await sleep(5);
        if (signal.aborted) break;
      }
    } finally {
      peers.close();
    }
  },
};
