import { setTimeout as sleep } from 'node:timers/promises';
import { Recording } from '../../support/camera/recorded-camera';
import { forMs, times } from '../support/glance';
import { measureUsage } from '../support/process-usage';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { makeClip, PretendPhone } from './pretend-phone';

const counts = [1, 5, 10, 15, 20];
const srtCameras = times(4, 1);
const settleMs = forMs(8_000, 2_000);
const watchMs = forMs(20_000, 2_000);
const signalEveryMs = 1_000;
const joinMs = 40_000;

const cores = (value: number | undefined) => (value ?? 0).toFixed(2);

/** Measures whether phones and SRT cameras stay live side by side, and what they cost. Nobody watches. */
export async function measureBeside(show: Show, maxPhones: number): Promise<void> {
  const recording = await Recording.make({ width: 1280, height: 720, fps: 25, bitrateKbps: 2_500, gopSeconds: 2 });
  const stops = (await show.addCameras(srtCameras)).map((url) => recording.play(url));
  const clip = await makeClip();
  const phones: PretendPhone[] = [];
  head(
    ...['phones', 'SRT cameras', 'live at worst', 'lost for s', 'incidents', 'missed reports'],
    ...['all workers, cores', 'LiveKit', 'web', 'gateway', 'load'],
  );
  try {
    for (const count of counts.filter((each) => each <= maxPhones)) {
      const path = await show.invitePhones(`Crew of ${count}`, count - phones.length);
      while (phones.length < count) {
        phones.push(await PretendPhone.join(show, path, `Person ${phones.length + 1}`, clip));
      }
      // A machine that cannot carry them all shows it in the row.
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
        ...[livekit, web, gateway].map((used) => cores(used?.cores)),
        load(),
      );
    }
  } finally {
    for (const phone of phones) await phone.leave();
    for (const stop of stops) stop();
    await recording.remove();
  }
}

/** Looks once a second at who is live. Incidents name outages that are shorter. */
async function watchSignals(show: Show) {
  const startedAt = Date.now();
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
  const incidents = new Map<string, number>();
  for (const { id } of await show.listStreams()) {
    const rows = await show.api.call('GET /streams/{id}/incidents', { params: { id } });
    for (const { attributes } of rows) {
      const { code, occurred_at } = attributes;
      if (Date.parse(occurred_at) >= startedAt) incidents.set(code, (incidents.get(code) ?? 0) + 1);
    }
  }
  return { minLive, lostSeconds, incidents, usage: await measuring };
}
