import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxOf, minOf } from '@/lib/core/extremes';
import { type BarcodeCamera, startBarcodeCamera } from '../../../support/camera/barcode-camera';
import { type ImpairmentProxy, openImpairmentProxy } from '../../../support/network/impairment-proxy';
import { stopInHandshake } from '../../../support/network/stop-in-handshake';
import { workersOfStream } from '../../../support/product/processes';
import { readRunErrors } from '../../../support/recordings/recorded-times';
import { until } from '../../../support/until';
import { eachOf, forMs } from '../../support/glance';
import { Show } from '../../support/show';
import { head, load, row } from '../../support/table';
import { recorderPids } from './measure-cost';

const latenciesMs = eachOf([20, 60, 100, 150, 200, 260, 330, 400]);
const camera = { width: 640, height: 360, bitrateKbps: 500 };
const frameMs = 1_000 / 30;
/** Places in the list of cameras. */
const restarted = [1, 4];
const stoppedInHandshake = [2, 5];
const encrypted = [3, 5];
const passphrase = 'correct-horse-battery';
const farAway = 6;
const farAwayMs = 60;
const stoppedMs = 100;
const betweenStartsMs = forMs(4_000, 100);
const runMs = forMs(35_000, 8_000);
/** How far the cameras were apart in each run so far. */
const runsApartMs: number[] = [];

/**
 * Measures whether eight cameras are in step with what is drawn into their frames, at both ends of each run. Each has an
 * encoder of its own, for one that sends to eight addresses is late. They start one after the other; two are restarted, and
 * two encrypted.
 */
export async function measureLive(folder: string): Promise<void> {
  const show = await Show.start({ RECORDINGS_DIR: folder });
  const cameras: BarcodeCamera[] = [];
  const proxies: ImpairmentProxy[] = [];
  try {
    const urls = await show.addCameras(latenciesMs.length);
    const ids = (await show.listStreams()).toSorted(byName).map(({ id }) => id);
    const through = async (index: number, url: string): Promise<string> => {
      const isStopped = stoppedInHandshake.includes(index);
      if (!isStopped && index !== farAway) return url;
      // Asked at the handshake: a passphrase starts another worker.
      const pids = () => (isStopped ? workersOfStream(ids[index] ?? '') : []);
      const losesToServer = stopInHandshake(pids, stoppedMs);
      const delayMs = index === farAway ? farAwayMs : 0;
      const proxy = await openImpairmentProxy(Number(show.env.SRT_INGEST_PORT), { delayMs, losesToServer });
      proxies.push(proxy);
      return url.replace(`:${show.env.SRT_INGEST_PORT}?`, `:${proxy.port}?`);
    };
    for (const index of encrypted.filter((place) => place < urls.length)) {
      const params = { id: ids[index] ?? '' };
      await show.api.call('PATCH /streams/{id}', { params, body: { stream: { passphrase } } });
      urls[index] += `&passphrase=${passphrase}`;
    }
    const addresses = await Promise.all(urls.map((url, index) => through(index, url)));
    const start = (index: number): BarcodeCamera =>
      startBarcodeCamera({ urls: [addresses[index] ?? ''], latencyMs: latenciesMs[index] ?? 120, ...camera });
    await show.record();
    for (const index of addresses.keys()) {
      cameras.push(start(index));
      await sleep(betweenStartsMs);
    }
    await show.untilLive();
    await sleep(runMs);
    for (const index of restarted.filter((place) => place < cameras.length)) {
      cameras[index]?.stop();
      cameras[index] = start(index);
    }
    await sleep(runMs);
    const recordings = await show.stopRecording();
    await until('the recorders have ended', () => recorderPids(show).length === 0, { timeoutMs: 30_000 });
    for (const encoder of cameras) encoder.stop();
    const errorsMs: number[] = [];
    head('from the barcode, each run', 'begin, ms', 'end, ms', 'load');
    for (const [place, id] of recordings.entries()) {
      for (const { beginMs, endMs } of await readRunErrors(path.join(folder, id), camera.width)) {
        errorsMs.push(beginMs, endMs);
        row(`recording ${place + 1}`, beginMs.toFixed(1), endMs.toFixed(1), load());
      }
    }
    const apartMs = maxOf(errorsMs) - minOf(errorsMs);
    runsApartMs.push(apartMs);
    const worstMs = maxOf(runsApartMs);
    head(`${latenciesMs.length} cameras, latencies of ${latenciesMs.join(', ')} ms`, 'ms', 'within a frame', 'load');
    row(
      `from each other, the worst of ${errorsMs.length} ends`,
      apartMs.toFixed(1),
      apartMs <= frameMs ? 'yes' : 'NO',
      load(),
    );
    row(`the worst of ${runsApartMs.length} runs`, worstMs.toFixed(1), worstMs <= frameMs ? 'yes' : 'NO', load());
  } finally {
    for (const encoder of cameras) encoder.stop();
    for (const proxy of proxies) proxy.close();
    await show.stop();
  }
}

const byName = (one: { attributes: { name: string } }, other: { attributes: { name: string } }): number =>
  one.attributes.name.localeCompare(other.attributes.name);
