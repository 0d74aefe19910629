import { setTimeout as sleep } from 'node:timers/promises';
import { Recording } from '../../support/camera/recorded-camera';
import { eachOf, forMs, times } from '../support/glance';
import { cpuSeconds, measureUsage } from '../support/process-usage';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { type Clip, makeClip, PretendPhone } from './pretend-phone';

const ladder = [1, 5, 10, 15, 20];
const srtCameras = times(4, 1);
const settleMs = forMs(8_000, 2_000);
const watchMs = forMs(20_000, 2_000);
const signalEveryMs = 1_000;
const joinMs = 40_000;

const cores = (value: number | undefined) => (value ?? 0).toFixed(2);

/**
 * Measures whether phones and SRT cameras stay live side by side, and what they cost. Nobody watches.
 * @param phoneCount so many phones alone; undefined: more and more of them
 */
export async function measureBeside(show: Show, phoneCount: number | undefined): Promise<void> {
  const recording = await Recording.make({ width: 1280, height: 720, fps: 25, bitrateKbps: 2_500, gopSeconds: 2 });
  const stops = (await show.addCameras(srtCameras)).map((url) => recording.play(url));
  const clip = await makeClip();
  const phones: PretendPhone[] = [];
  head(
    ...['phones', 'SRT cameras', 'live at worst', 'lost for s', 'incidents', 'missed reports'],
    ...['all workers, cores', 'LiveKit', 'web', 'gateway', 'this bench', 'load'],
  );
  try {
    for (const count of phoneCount === undefined ? eachOf(ladder) : [phoneCount]) {
      const path = await show.invitePhones(`Crew of ${count}`, count - phones.length);
      // A machine that cannot carry them all shows it in the row.
      await join(show, path, phones, count, clip).catch((error: unknown) => console.log(`Not all got in: ${error}`));
      await show.untilLive(joinMs).catch(() => undefined);
      await sleep(settleMs);
      const watched = await watchSignals(show);
      const [livekit, web, gateway, ...workers] = watched.usage;
      row(
        count,
        srtCameras,
        `${watched.minLive} of ${count + srtCameras}`,
        watched.lostSeconds,
        [...watched.incidents].map(([code, count]) => `${count} ${code}`).join(', '),
        phones.reduce((sum, phone) => sum + phone.missedReports, 0),
        cores(workers.reduce((sum, used) => sum + used.cores, 0)),
        ...[livekit?.cores, web?.cores, gateway?.cores, watched.ownCores].map(cores),
        load(),
      );
    }
  } finally {
    for (const phone of phones) await phone.leave();
    for (const stop of stops) stop();
    await recording.remove();
  }
}

/** Lets phones in, one after the other, until there are so many. */
async function join(show: Show, path: string, phones: PretendPhone[], count: number, clip: Clip): Promise<void> {
  while (phones.length < count) {
    phones.push(await PretendPhone.join(show, path, `Person ${phones.length + 1}`, clip));
  }
}

/** Looks once a second at who is live. Incidents name outages that are shorter. */
async function watchSignals(show: Show) {
  const startedAt = Date.now();
  const ownBefore = cpuSeconds(process.pid);
  const { livekitPid, webPid, gatewayPid } = show;
  const measuring = measureUsage([livekitPid, webPid, gatewayPid, ...show.workerPids()], watchMs);
  let [minLive, lostSeconds] = [Number.POSITIVE_INFINITY, 0];
  while (Date.now() - startedAt < watchMs) {
    const streams = await show.listStreams();
    const live = streams.filter(({ attributes }) => attributes.signal === 'live').length;
    minLive = Math.min(minLive, live);
    lostSeconds += ((streams.length - live) * signalEveryMs) / 1_000;
    await sleep(signalEveryMs);
  }
  const ownCores = (cpuSeconds(process.pid) - ownBefore) / ((Date.now() - startedAt) / 1_000);
  const incidents = new Map<string, number>();
  for (const { id } of await show.listStreams()) {
    const rows = await show.api.call('GET /streams/{id}/incidents', { params: { id } });
    for (const { attributes } of rows) {
      const { code, occurred_at } = attributes;
      if (Date.parse(occurred_at) >= startedAt) incidents.set(code, (incidents.get(code) ?? 0) + 1);
    }
  }
  return { minLive, lostSeconds, incidents, ownCores, usage: await measuring };
}
