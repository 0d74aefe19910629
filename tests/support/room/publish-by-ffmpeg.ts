import { setTimeout as sleep } from 'node:timers/promises';
import { Demuxer, Muxer } from 'node-av/api';

/**
 * Publishes a file by ffmpeg's own WHIP muxer, in real time, until it ends or is stopped.
 * @param target where to publish, and the key as bearer token
 */
export async function publishByFfmpeg(file: string, target: { url: string; key: string }, stopped: AbortSignal) {
  const input = await Demuxer.open(file);
  const output = await Muxer.open(target.url, {
    input,
    format: 'whip',
    options: { authorization: target.key, handshake_timeout: 15_000 },
  });
  try {
    const indexes = new Map(input.streams.map((stream) => [stream.index, output.addStream(stream)]));
    const beganMs = performance.now();
    for await (const packet of input.packets()) {
      if (!packet || stopped.aborted) break;
      const index = indexes.get(packet.streamIndex);
      const { num, den } = packet.timeBase;
      const dueMs = (Number(packet.dts) * num * 1_000) / den - (performance.now() - beganMs);
      if (dueMs > 0) await sleep(dueMs);
      if (index !== undefined) await output.writePacket(packet, index);
    }
  } finally {
    await output.close();
    await input.close();
  }
}
