import { setTimeout as sleep } from 'node:timers/promises';
import { tokenProtocol } from '../../cable/token-protocol';
import { cableHead, TcpPeers } from '../../network/tcp-peers';
import { clientFrame } from '../../network/websocket-frames';
import type { Attack } from '../attack';

const connections = 10;

/** Clients of /cable that send as much as they can from the first moment on, before anybody knows who they are. */
export const cableBeforeAuthentication: Attack = {
  name: '10 clients of /cable that send large commands before they are authenticated',
  async run({ baseUrl, token }, signal) {
    const peers = new TcpPeers(baseUrl);
    const filler = 'x'.repeat(60_000);
    let sent = 0;
    // Each names something else, or the server would take them for one.
    const nextCommand = () => clientFrame(JSON.stringify({ command: 'subscribe', identifier: `${sent++}${filler}` }));
    const heads = [token, 'nonsense'].map((each) =>
      cableHead(`Sec-WebSocket-Protocol: actioncable-v1-json, ${tokenProtocol(each)}`),
    );
    try {
      for (let round = 0; !signal.aborted; round++) {
        while (peers.count < connections) {
          const socket = peers.open(heads[round % heads.length]).resume();
          const fill = () => {
            while (!socket.destroyed && socket.write(nextCommand()));
          };
          socket.on('drain', fill).once('end', () => socket.destroy());
          fill();
        }
        await sleep(100, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      peers.close();
    }
  },
};
