import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startClockedCamera } from '../../../support/camera/clocked-camera';
import { openImpairmentProxy } from '../../../support/network/impairment-proxy';
import { type EndErrors, readEndErrors } from '../../../support/recordings/recorded-times';
import { until } from '../../../support/until';
import { Show } from '../../support/show';
import { row } from '../../support/table';
import { recorderPids } from './measure-cost';
import { rowsOfEnds } from './rows-of-ends';

const latenciesMs = [60, 120, 400];
const camera = { width: 640, height: 360, fps: 30, bitrateKbps: 1_000 };
const network = { loss: 0.02, delayMs: 10 };
const settleMs = 5_000;
const recordedMs = 45_000;

/** Measures whether cameras that send their own time (SEI) are aligned, through a network that loses packets. */
export async function measureEncoderTime(folder: string): Promise<void> {
  const show = await Show.start({ RECORDINGS_DIR: folder });
  const proxy = await openImpairmentProxy(Number(show.env.SRT_INGEST_PORT), network);
  const stops: (() => void)[] = [];
  try {
    const urls = await show.addCameras(latenciesMs.length);
    for (const [index, url] of urls.entries()) {
      const impaired = url.replace(`:${show.env.SRT_INGEST_PORT}?`, `:${proxy.port}?`);
      stops.push(startClockedCamera({ url: impaired, latencyMs: latenciesMs[index] ?? 120, ...camera }));
    }
    await show.untilLive();
    await sleep(settleMs);
    await show.record();
    await sleep(recordedMs);
    const ids = await show.stopRecording();
    await until('the recorders have ended', () => recorderPids(show).length === 0, { timeoutMs: 30_000 });
    const errors: EndErrors[] = [];
    for (const id of ids) errors.push(await readEndErrors(path.join(folder, id), camera.width));
    rowsOfEnds(`time in SEI, ${network.loss * 100} % loss, ${latenciesMs.join(', ')} ms`, errors);
    row('datagrams lost on the way', proxy.lostDatagrams());
  } finally {
    for (const stop of stops) stop();
    proxy.close();
    await show.stop();
  }
}
