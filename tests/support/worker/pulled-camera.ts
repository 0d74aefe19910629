import { inspect } from 'node:util';
import { onTestFinished } from 'vitest';
import type { PullFault } from '@/lib/contracts/pull-faults';
import { packetBytes, syncByte } from '@/lib/media/mpegts/ts-packet';
import { log } from '@/lib/platform/log';
import { PullSource } from '@/server/worker/sources/pull/pull-source';
import { stopFfmpegs } from '../camera/ffmpeg';
import { until } from '../until';

/** Runs a source until the end of the test, and keeps what it tells its feed. */
export function pull(
  address: string | null,
  named = ['127.0.0.0/8'],
  retry?: { firstMs: number; capMs: number },
  reportNow?: () => void,
) {
  const logged: string[] = [];
  const stop = new AbortController();
  const feed = { connects: 0, losses: 0, bytes: 0, isWhole: true };
  const keep = (...entry: unknown[]) => logged.push(inspect(entry, { depth: 5 }));
  const source = new PullSource(
    { kind: 'pull', address, networks: { reaches: ['public'], named }, ownServices: [] },
    { log: Object.assign(Object.create(log), { info: keep }), retry, reportNow },
  );
  let listener: (bytes: Buffer) => void = () => undefined;
  const ended = source.run(
    {
      connected: () => feed.connects++,
      lost: () => feed.losses++,
      addDatagram(bytes) {
        feed.bytes += bytes.length;
        listener(bytes);
        if (bytes[0] !== syncByte || bytes.length % packetBytes !== 0) feed.isWhole = false;
      },
    },
    stop.signal,
  );
  const end = async () => {
    stop.abort();
    await ended;
  };
  onTestFinished(async () => {
    stopFfmpegs();
    await end();
  });
  return {
    feed,
    end,
    /** Hands on all bytes from now on. */
    listen(take: (bytes: Buffer) => void) {
      listener = take;
    },
    logged: () => logged.join('\n'),
    source,
    fault: () => source.pullFault,
    encodedVideo: () => source.encodedVideo,
    untilFault: (fault: PullFault) =>
      until(`the fault is ${fault}`, () => source.pullFault === fault, { timeoutMs: 30_000 }),
    untilBytes: (count = feed.bytes + 50_000) =>
      until(`${count} bytes arrive`, () => feed.bytes >= count, { timeoutMs: 30_000 }),
  };
}
