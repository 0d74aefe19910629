import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramForm } from '@/lib/contracts/stream-settings';
import { pause } from '@/lib/core/pause';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { workersOfStream } from '../../support/product/processes';
import { forMs, times } from '../support/glance';
import { measureUsage } from '../support/process-usage';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { apartMs, recordSrt } from './measure-lip-sync';

const pictures = [
  { width: 1_280, height: 720, fps: 30 },
  { width: 960, height: 540, fps: 50 },
  { width: 1_280, height: 720, fps: 25 },
  { width: 640, height: 360, fps: 24 },
];
const cuts = times(6, 2);
const cutMs = forMs(10_000, 1_500);
const settleMs = forMs(6_000);
/** The square of a test picture that flashes; see test-picture.ts. */
const flashPart = 'iw*0.1:ih*0.16:iw*0.84:ih*0.46';
/** Test pictures flash once a second. */
const pairMs = 450;

/**
 * Measures what the worker of each form costs, while four cameras of unlike size and rate are cut. Then it measures how far
 * sound and picture are apart, while two test pictures are.
 */
export async function measureProgram(): Promise<void> {
  const show = await Show.start();
  try {
    head('program', 'its worker, cores', 'MB', 'flashes', 'sound after picture p5 ms', 'p50 ms', 'p95 ms', 'load');
    for (const form of ['clean', 'steady'] as const) await measureForm(show, form);
  } finally {
    await show.stop();
  }
}

async function measureForm(show: Show, form: ProgramForm): Promise<void> {
  const urls = await show.addCameras(pictures.length);
  const encoders = pictures.map((picture, index) =>
    startBarcodeCamera({ urls: [urls[index] ?? ''], bitrateKbps: 2_000, isTextured: true, ...picture }),
  );
  const filmed = (await show.listStreams()).map(({ id }) => id);
  const program = await addStream(show, { name: 'Program', source_kind: 'program' });
  await show.api.call('PATCH /streams/{id}', {
    params: { id: program.id },
    body: { stream: { program_form: form } },
  });
  try {
    await show.startStreams([program.id]);
    await show.untilLive(60_000);
    await cut(show, filmed, 1);
    await sleep(settleMs);
    const cutting = cut(show, filmed, cuts);
    const [usage] = await measureUsage(workersOfStream(program.id), cuts * cutMs);
    await cutting;
    for (const encoder of encoders) encoder.stop();
    const tests = [
      await addStream(show, { name: 'Stage', source_kind: 'test' }),
      await addStream(show, { name: 'Balcony', source_kind: 'test' }),
    ].map(({ id }) => id);
    await show.startStreams(tests);
    await show.untilActive(tests, 60_000);
    await sleep(settleMs);
    const stopped = new AbortController();
    const testing = cut(show, tests, Number.POSITIVE_INFINITY, stopped.signal);
    const cues = await recordSrt(show.viewAddress(program.attributes.view_key), flashPart);
    stopped.abort();
    await testing;
    const apart = apartMs(cues, pairMs);
    const ms = (part: number) => quantile(apart, part).toFixed(0);
    row(
      form,
      usage?.cores.toFixed(3) ?? '',
      usage?.rssMb.toFixed(0) ?? '',
      apart.length,
      ms(0.05),
      ms(0.5),
      ms(0.95),
      load(),
    );
  } finally {
    for (const encoder of encoders) encoder.stop();
    await show.removeCameras();
  }
}

const addStream = (show: Show, stream: { name: string; source_kind: 'program' | 'test' }) =>
  show.api.call('POST /streams', { body: { stream: { ...stream, event_id: show.eventId } } });

/** Puts cameras on air in turn, with Sightline as the switcher. */
async function cut(show: Show, streamIds: string[], count: number, signal?: AbortSignal): Promise<void> {
  for (let index = 0; index < count && !signal?.aborted; index++) {
    await show.api.call('PUT /events/{id}/program', {
      params: { id: show.eventId },
      body: { program: { on_air: streamIds[index % streamIds.length] ?? '' } },
    });
    await pause(cutMs, signal);
  }
}
