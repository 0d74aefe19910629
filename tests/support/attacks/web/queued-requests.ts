import { holdPeers, requestHead } from '../../network/tcp-peers';
import type { Attack } from '../attack';

const count = 300;

/** An account's requests that wait for their turn. */
export const queuedRequests: Attack = {
  name: `${count} requests of one account that wait for their turn`,
  run({ baseUrl, token }, signal) {
    const head = requestHead('GET /api/v1/streams', `Authorization: Bearer ${token}`, 'Connection: close');
    return holdPeers(baseUrl, signal, { count, everyMs: 100, open: (peers) => peers.openReader(head) });
  },
};
