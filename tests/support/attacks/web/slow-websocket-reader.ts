import { tokenProtocol } from '../../cable/token-protocol';
import { cableHead, holdPeers } from '../../network/tcp-peers';
import { clientFrame } from '../../network/websocket-frames';
import type { Attack } from '../attack';

const spellings = 90;

/** Clients of /cable that ask for everything in many spellings, and read nothing of it. */
export const slowWebsocketReader: Attack = {
  name: '200 clients of /cable that subscribe 90 times each and do not read',
  async run({ baseUrl, token }, signal) {
    const subscriptions = Array.from({ length: spellings }, (_, index) => {
      const identifier = JSON.stringify({ channel: index % 2 ? 'StreamsChannel' : 'EventsChannel', index });
      return clientFrame(JSON.stringify({ command: 'subscribe', identifier }));
    });
    const head = cableHead(`Sec-WebSocket-Protocol: actioncable-v1-json, ${tokenProtocol(token)}`);
    const first = Buffer.concat([Buffer.from(head), ...subscriptions]);
    await holdPeers(baseUrl, signal, {
      count: 200,
      everyMs: 1_000,
      open: (peers) => peers.open(first).pause(),
      // Only who writes learns that the other side is gone while he does not read.
      onRound: (peers) => peers.send(clientFrame('', 10)),
    });
  },
};
