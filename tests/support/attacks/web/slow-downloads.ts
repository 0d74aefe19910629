import { setTimeout as sleep } from 'node:timers/promises';
import { requestHead, TcpPeers } from '../../network/tcp-peers';
import type { Attack } from '../attack';

const connections = 500;
const paths = ['/tally-agent.tgz', '/api/v1/openapi.json', '/'];

/** Downloads that nobody reads: each keeps what the system's buffers do not take. */
export const slowDownloads: Attack = {
  name: 'downloads on 500 connections that nobody reads',
  async run({ baseUrl }, signal) {
    const peers = new TcpPeers(baseUrl);
    try {
      for (let asked = 0; !signal.aborted; ) {
        while (peers.count < connections) peers.open(requestHead(`GET ${paths[asked++ % paths.length]}`)).pause();
        await sleep(100, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      peers.close();
    }
  },
};
