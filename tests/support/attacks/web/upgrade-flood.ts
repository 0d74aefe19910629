import { setTimeout as sleep } from 'node:timers/promises';
import { cableHead, requestHead, TcpPeers } from '../../network/tcp-peers';
import type { Attack } from '../attack';

const perSecond = 700;

/** Upgrades that are refused, on connections that the client never closes. */
export const upgradeFlood: Attack = {
  name: 'upgrades that are refused, 700 a second, never closed by the client',
  async run({ baseUrl }, signal) {
    const peers = new TcpPeers(baseUrl);
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
    const refused = [
      requestHead('GET /nowhere', ...upgrade),
      requestHead('GET /_next/hmr', ...upgrade),
      // Not a page: making one is work, which is another matter.
      requestHead('GET /_next/none', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
      cableHead('Origin: https://evil.example', 'Sec-WebSocket-Protocol: actioncable-v1-json'),
      cableHead(),
    ];
    try {
      while (!signal.aborted) {
        for (let count = 0; count < perSecond; count++) peers.open(refused[count % refused.length]).resume();
        await sleep(1_000, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      peers.close();
    }
  },
};
