import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Ffmpeg, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import { forwardTo, openRouter, type TestRouter } from '../../support/gateway/router';
import { until } from '../../support/until';
import { startEncoder, startWorker, type WorkerProcess } from '../../support/worker/worker-process';

const passphrase = 'correct-horse_battery.9';
let worker: WorkerProcess;
let ingest: TestRouter;
let view: TestRouter;

beforeAll(async () => {
  worker = await startWorker({ passphrase });
  const { host, inputPort, outputPort } = worker.spec.address;
  [ingest, view] = await Promise.all([
    openRouter('ingest', () => forwardTo(inputPort, 'stream', host)),
    openRouter('view', () => forwardTo(outputPort, 'stream', host)),
  ]);
  await worker.untilReport(({ ready }) => ready, 'ready');
});

afterEach(() => {
  ingest.notices.length = 0;
  view.notices.length = 0;
});

afterAll(async () => {
  stopFfmpegs();
  await Promise.all([ingest.router.close(), view.router.close()]);
  await worker.stop();
});

const encoder = (options: string): Ffmpeg => startEncoder(worker, '320x180', ingest.address() + options);
const viewer = (options: string): Ffmpeg => ffmpeg(rawReceiver(view.address() + options));

const wrongCallers = [
  ['without the passphrase', '', 'no_passphrase'],
  ['with another passphrase', '&passphrase=correct-horse_battery.8', 'wrong_passphrase'],
] as const;

test.each(wrongCallers)(
  'an encoder that calls %s is refused, with its stream for the owner',
  async (_, options, refusal) => {
    const startedAtMs = performance.now();
    expect(await encoder(options).ended).not.toBe(0);
    // Without an answer libsrt gives up after three seconds.
    expect(performance.now() - startedAtMs).toBeLessThan(2_500);
    expect(ingest.notices).toMatchObject([{ refusal, streamId: 'stream', direction: 'ingest' }]);
    expect(ingest.router.health).toMatchObject({ connections: 0, halfOpen: 0 });
    expect(worker.signals()).toEqual(['none']);
  },
);

test.each([16, 24, 32])(
  'with the passphrase and a key of %i bytes encoder and viewer are connected',
  async (pbkeylen) => {
    const right = `&passphrase=${passphrase}&pbkeylen=${pbkeylen}`;
    const camera = encoder(right);
    await worker.untilReport(({ signal }) => signal === 'live', 'live');
    const watching = viewer(right);
    await until('media arrives at the viewer', () => watching.output().length > 30_000);
    expect(watching.output()[0], 'readable').toBe(0x47);
    for (const [, options, refusal] of wrongCallers) {
      expect(await viewer(options).ended).not.toBe(0);
      expect(view.notices.at(-1)).toMatchObject({ refusal, streamId: 'stream', direction: 'view' });
    }
    camera.child.kill('SIGINT');
    await Promise.all([camera.ended, worker.untilReport(({ signal }) => signal === 'lost', 'lost')]);
    watching.child.kill('SIGKILL');
    await watching.ended;
  },
);

test('the passphrase is not in the log', () => {
  expect(worker.log()).not.toContain(passphrase);
});
