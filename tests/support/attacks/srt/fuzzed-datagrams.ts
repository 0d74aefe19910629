import { setTimeout as sleep } from 'node:timers/promises';
import { fuzzSrt } from '../../gateway/srt-fuzz';
import { askCookie, rawPeer } from '../../gateway/srt-peers';
import type { Attack } from '../attack';

const datagramsPerSource = 100;

async function fuzz(port: number, signal: AbortSignal): Promise<void> {
  for (let source = 0; !signal.aborted; source++) {
    const peer = await rawPeer(port, `127.67.${(source >> 8) % 256}.${source % 256}`);
    const cookie = { socketId: 7, value: await askCookie(peer, 7) };
    for (const datagram of fuzzSrt(source, datagramsPerSource, cookie)) peer.send(datagram);
    await sleep(20);
    peer.close();
  }
}

export const fuzzedDatagrams: Attack = {
  name: 'fuzzed SRT datagrams from ever new addresses, 5,000 a second at each port',
  run: async ({ ingestPort, viewPort }, signal) => {
    await Promise.all([fuzz(ingestPort, signal), fuzz(viewPort, signal)]);
  },
};
