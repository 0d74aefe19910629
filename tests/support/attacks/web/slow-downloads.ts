import { holdPeers, requestHead } from '../../network/tcp-peers';
import type { Attack } from '../attack';

const paths = ['/tally-agent.tgz', '/api/v1/openapi.json', '/'];

/** Downloads that nobody reads: each keeps what the system's buffers do not take. */
export const slowDownloads: Attack = {
  name: 'downloads on 500 connections that nobody reads',
  run({ baseUrl }, signal) {
    let asked = 0;
    return holdPeers(baseUrl, signal, {
      count: 500,
      everyMs: 100,
      open: (peers) => peers.open(requestHead(`GET ${paths[asked++ % paths.length]}`)).pause(),
    });
  },
};
