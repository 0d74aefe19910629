import { VideoQuality } from '@livekit/protocol';
import { expect } from 'vitest';
import type { Conditions } from '@/lib/contracts/worker-protocol';
import { liveH264, testTone } from '../support/camera/encode';
import { ffmpeg } from '../support/camera/ffmpeg';
import { workerTest as test } from '../support/fixtures/worker-test';
import { untilMore } from '../support/until';
import { untilPublished } from '../support/worker/until-published';
import { inputUrl, type WorkerProcess } from '../support/worker/worker-process';

/** Makes a worker's camera show what a filter of ffmpeg makes. */
async function show(worker: WorkerProcess, filter: string): Promise<void> {
  const output = ['-b:v', '500k', '-c:a', 'aac', '-f', 'mpegts', `${inputUrl(worker)}&latency=120000`];
  ffmpeg(['-re', '-f', 'lavfi', '-i', filter, '-re', ...testTone(), ...liveH264, ...output]);
  await untilPublished(worker, 640);
}

const untilConditions = (worker: WorkerProcess, what: string, matches: (conditions: Conditions) => boolean) =>
  worker.untilReport(({ conditions }) => conditions !== null && matches(conditions), what);

const isPicture = ({ blackSeconds }: Conditions) => blackSeconds === 0;
const isBlack = ({ blackSeconds }: Conditions) => (blackSeconds ?? 0) >= 2;
const moves = ({ frozenSeconds }: Conditions) => frozenSeconds === 0;
const isFrozen = ({ frozenSeconds }: Conditions) => (frozenSeconds ?? 0) >= 2;

const moving = 'testsrc2=size=640x360:rate=30';
const blackAfter = (seconds: number) => `${moving},drawbox=t=fill:c=black:enable='gte(t,${seconds})'`;
/** A hung capture card repeats the last picture, sensor noise included. */
const frozenAfter = (seconds: number) =>
  `${moving},noise=alls=6:allf=t,trim=duration=${seconds},tpad=stop_mode=clone:stop=-1`;
const isNoisy = 'gblur=sigma=3,noise=alls=4:allf=t,format=yuv420p';
const still = `${moving},trim=end_frame=1,loop=loop=-1:size=1,setpts=N/30/TB,${isNoisy}`;

test('a black picture is reported by its keyframes alone, and by its low layer while that is watched', async ({
  worker,
  joinEvent,
}) => {
  await show(worker, blackAfter(9));
  await untilConditions(worker, 'a picture that nobody watches', isPicture);
  await untilConditions(worker, 'black that nobody watches', isBlack);
  await joinEvent(worker.eventId, { onRtp: () => undefined }, VideoQuality.LOW);
  await untilConditions(worker, 'black that somebody watches', isBlack);
}, 90_000);

test('a picture that begins to stand still is reported, while its frames go on', async ({ worker }) => {
  await show(worker, frozenAfter(8));
  await untilConditions(worker, 'motion', moves);
  const { sample, conditions } = await untilConditions(worker, 'a frozen picture', isFrozen);
  expect(sample?.fps).toBeGreaterThan(20);
  expect(conditions?.blackSeconds).toBe(0);
}, 90_000);

test.for<[string, string]>([
  ['a still scene with a sensor’s noise', still],
  ['a dark one', still.replace('gblur', 'eq=brightness=-0.35:contrast=0.4,gblur')],
])('%s is neither black nor frozen', { timeout: 90_000 }, async ([, filter], { worker }) => {
  await show(worker, filter);
  const startedAt = worker.reports.length;
  await untilMore('reports', 15, () => worker.reports.length);
  const seen = worker.reports.slice(startedAt).flatMap(({ conditions }) => conditions ?? []);
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.filter((conditions) => isBlack(conditions) || isFrozen(conditions))).toEqual([]);
});
