import { afterEach, beforeEach, expect, test } from 'vitest';
import { feedTokenOf } from '@/lib/core/feed-token';
import { ticksBetween } from '@/lib/core/timestamp33';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { RelayedFeedReader } from '@/server/worker/sources/relayed/relayed-feed-reader';
import { counterGaps } from '../support/camera/counter-gaps';
import { stopFfmpegs } from '../support/camera/ffmpeg';
import { until } from '../support/until';
import { startEncoder, startWorker, type WorkerProcess } from '../support/worker/worker-process';

let camera: WorkerProcess;
let spare: WorkerProcess;

beforeEach(async () => {
  camera = await startWorker();
  spare = await startWorker({ source: { kind: 'test', number: 5, name: 'Balcony' } });
});

afterEach(async () => {
  stopFfmpegs();
  await Promise.all([camera.stop(), spare.stop()]);
});

/** Where another worker takes this one's packets. */
const feedOf = ({ spec: { streamId, address, token } }: WorkerProcess) => ({
  streamId,
  url: `http://${address.host}:${address.controlPort}/feed`,
  token: feedTokenOf(token),
  program: null,
  audioTrack: null,
});

test.each(['SIGINT', 'SIGKILL'] as const)(
  'a camera whose encoder ends by %s is replaced by its spare, and is back',
  {
    timeout: 120_000,
  },
  async (signal) => {
    await spare.untilReport(({ signal }) => signal === 'live', 'the spare is live');
    await camera.untilReport(({ ready }) => ready, 'ready');
    const encoder = startEncoder(camera);
    await camera.untilReport(({ signal }) => signal === 'live', 'live');
    camera.gateway.answer({ validForMs: 7_000, spare: { feed: feedOf(spare), afterMs: 1_000 } });
    const datagrams: Buffer[] = [];
    const units: PesPacket[] = [];
    const demuxer = new MpegTsDemuxer({ onProgram: () => undefined, onPesPacket: (unit) => units.push(unit) });
    let interruptions = 0;
    const reader = new RelayedFeedReader(feedOf(camera), {
      message(message) {
        datagrams.push(Buffer.from(message));
        demuxer.addBytes(Buffer.from(message));
      },
      interrupt: () => void interruptions++,
      onFailure: () => undefined,
    });
    await camera.untilReport((report) => report.spare?.shownSeconds === null, 'that it has a spare');
    await until('its packets come', () => units.length > 10, { timeoutMs: 15_000 });
    const before = camera.reports.length;
    encoder.child.kill(signal);
    await camera.untilReport((report) => (report.spare?.shownSeconds ?? 0) > 0, 'that the spare is shown');
    let again = startEncoder(camera);
    const isBack = () => {
      // A worker takes one caller, and notices an encoder's sudden death after five seconds. An encoder that calls meanwhile
      // gives up after three, and real ones then call again.
      if (again.child.exitCode !== null) again = startEncoder(camera);
      return camera.reports.at(-1)?.spare?.shownSeconds === null;
    };
    await until('the camera is back', isBack, { timeoutMs: 60_000 });
    const back = units.length;
    await until('its packets come', () => units.length > back + 10, { timeoutMs: 15_000 });
    expect(interruptions).toBe(0);
    reader.close();
    expect(camera.reports.slice(before).map(({ signal }) => signal)).not.toContain('connecting');
    const video = units.filter(({ pid }) => pid === 0x100).map(({ dts }) => dts);
    const steps = video.slice(1).map((dts, index) => ticksBetween(video[index] ?? dts, dts));
    for (const step of steps) expect(step).toBeGreaterThan(0);
    expect(counterGaps(datagrams)).toBe(0);
  },
);
