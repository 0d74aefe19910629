import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { rawPeer } from '../../gateway/srt-peers';
import type { Attack } from '../attack';

const groupsPerSource = 20;
/** The router drops what is too much, without an answer. */
const patienceMs = 50;
const idBytes = 256;

const packet = (type: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(type);
  return Buffer.concat([head, content]);
};

/** Opens groups that carry nothing, with links of many ports, and sends what is no SRTLA at all. */
async function register(port: number, signal: AbortSignal): Promise<void> {
  for (let source = 0; !signal.aborted; source++) {
    const address = `127.68.${(source >> 8) % 256}.${source % 256}`;
    const [peer, other] = [await rawPeer(port, address), await rawPeer(port, address)];
    for (let count = 0; count < groupsPerSource; count++) {
      const answered = once(peer.socket, 'message', { signal: AbortSignal.timeout(patienceMs) });
      peer.send(packet(0x9200, randomBytes(idBytes)));
      const [answer] = (await answered.catch(() => [null])) as [Buffer | null];
      const id = answer?.length === 2 + idBytes ? answer.subarray(2) : randomBytes(idBytes);
      for (const { send } of [peer, other]) send(packet(0x9201, id));
      for (const type of [0x9000, 0x9100, 0x9202, 0x9fff]) peer.send(packet(type, randomBytes(count * 10)));
    }
    await sleep(5);
    peer.close();
    other.close();
  }
}

/** Registers links without an account, and sends no media. */
export const srtlaRegistrations: Attack = {
  name: 'SRTLA groups that carry nothing, from ever new addresses',
  run: ({ ingestPort }, signal) => register(ingestPort, signal),
};
