import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { build } from 'esbuild';
import type { LaneRecording } from '@/components/recordings/recording-lanes';
import { openSlices, recordingStorage } from '@/lib/platform/storage/recording-store';
import { serializeTimeline } from '@/lib/use-cases/recordings/get-timeline';
import { playlistOf, slicesOf } from '@/lib/use-cases/recordings/open-media';
import { RecordingReader } from '@/lib/use-cases/recordings/recording-reader';
import { test } from '../support/journeys/quiet-test';
import { makeRecording, type RecordingOptions } from '../support/recordings/make-recording';
import type { TimedJump } from '../support/recordings/step-page';

/** No certificate, and no secure context: as on a local network. */
const address = 'http://sightline.test';
const startMs = Date.UTC(2026, 10, 27, 18, 30, 0);
const seconds = 2;
const steps = 8;
/** From here, steps cross the begin of a part. */
const fromMs = startMs + 900;

let script: string;
let directory: string;

test.beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-steps-'));
  process.env.RECORDINGS_DIR = directory;
  const entryPoints = ['tests/support/recordings/step-page.ts'];
  const bundle = await build({ entryPoints, bundle: true, write: false, format: 'iife' });
  script = bundle.outputFiles[0]?.text ?? '';
});
test.afterAll(() => rm(directory, { recursive: true, force: true }));

/** Opens a page that plays a recording, at a moment. @param delayMs how long the server takes for each part */
async function openRecording(page: Page, recordingId: string, atMs = fromMs, delayMs = 0): Promise<void> {
  const { parts, ...timeline } = await new RecordingReader(recordingStorage(), recordingId).read(new Date(0));
  const playlist = playlistOf(parts, { isEnded: true, addressOf: (_, index) => `parts/${index}` });
  await page.route(`${address}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const part = parts[Number(/^\/parts\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN)];
    if (pathname === '/') await route.fulfill({ contentType: 'text/html', body: '<body></body>' });
    else if (pathname === '/playlist.m3u8') await route.fulfill({ body: playlist });
    else if (part) {
      await sleep(delayMs);
      const { sizeBytes, read } = openSlices(recordingId, slicesOf([part]));
      const chunks: Buffer[] = [];
      for await (const chunk of read(0, sizeBytes)) chunks.push(chunk);
      await route.fulfill({ body: Buffer.concat(chunks) });
    } else await route.fulfill({ status: 204 });
  });
  await page.goto(address);
  const attributes = { stream_id: null, camera_name: 'Camera', offset_ms: 0 };
  const shown: LaneRecording = {
    recording: { id: recordingId, attributes },
    timeline: serializeTimeline({ parts, ...timeline }, '/playlist.m3u8'),
  };
  await page.addScriptTag({ content: script });
  await page.evaluate(
    ([camera, startsMs]) =>
      (window as unknown as { playRecording(shown: LaneRecording, startMs: number): void }).playRecording(
        camera,
        startsMs,
      ),
    [shown, atMs] as const,
  );
  await expect(page.locator('body')).toHaveAttribute('data-state', 'ready');
}

/** When the frame that is shown was captured, in milliseconds after the start. */
const capturedMs = (page: Page): Promise<number> =>
  page.evaluate((start) => {
    const video = document.querySelector('video');
    const context = document.createElement('canvas').getContext('2d');
    if (!video || !context || video.seeking) return Number.NaN;
    const { videoWidth: width } = video;
    context.canvas.width = width;
    context.drawImage(video, 0, 4, width, 1, 0, 0, width, 1);
    const { data } = context.getImageData(0, 0, width, 1);
    const bits = Array.from({ length: 32 }, (_, bar) => (data[Math.floor(((bar + 0.5) * width) / 40) * 4] ?? 0) > 125);
    return bits.reduce((sum, isSet, bar) => sum + (isSet ? 2 ** bar : 0), 0) - (start % 2 ** 32);
  }, startMs);

const cameras: [name: string, options: Omit<RecordingOptions, 'recordingId' | 'startMs' | 'seconds'>][] = [
  ['23.976 frames a second', { fps: 24_000 / 1_001 }],
  ['25 frames a second, in another order than they are shown', { fps: 25, bFrames: 2 }],
  ['29.97 frames a second', { fps: 30_000 / 1_001 }],
  ['50 frames a second', { fps: 50 }],
  ['60 frames a second', { fps: 60 }],
  ['60 frames a second, and half of them for a while', { fps: 60, drops: 'between(n,50,70)*mod(n,2)' }],
];

for (const [index, [name, options]] of cameras.entries()) {
  test(`each press is one frame of ${name}, forward and back, without https`, async ({ page }) => {
    const recordingId = `steps-${index}`;
    await makeRecording({ recordingId, startMs, seconds, ...options });
    await openRecording(page, recordingId);
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    const { fps = 30, drops } = options;
    const isDropped = (frame: number) => drops !== undefined && frame >= 50 && frame <= 70 && frame % 2 === 1;
    const frames = Array.from({ length: Math.floor(seconds * fps) }, (_, frame) => frame)
      .filter((frame) => !isDropped(frame))
      .map((frame) => Math.round((frame * 1_000) / fps));
    const shownFrame = async () => frames.indexOf(await capturedMs(page));
    // Not read from the page: once the part is loaded, the video seeks again, and shows no frame meanwhile.
    let expected = frames.findLastIndex((frameMs) => startMs + frameMs <= fromMs);
    await expect.poll(shownFrame).toBe(expected);
    for (const key of [...'.'.repeat(steps), ...','.repeat(steps + 2)]) {
      expected += key === '.' ? 1 : -1;
      await page.keyboard.press(key);
      await expect.poll(shownFrame, { message: `after ${key}`, intervals: [20, 40, 80] }).toBe(expected);
    }
  });
}

test('a moment after the last frame of a broken recording shows that frame', async ({ page }) => {
  const recordingId = 'broken';
  await makeRecording({ recordingId, startMs, seconds: 2.5 });
  // A process that was killed has not written when its last frame was, so the last part counts as long as the others.
  const index = path.join(directory, recordingId, 'made.jsonl');
  await writeFile(index, (await readFile(index, 'utf8')).replace(/"lastPts":\d+/, '"lastPts":null'));
  await openRecording(page, recordingId, startMs + 2_800);
  await expect.poll(() => capturedMs(page)).toBe(Math.round(74 * (1_000 / 30)));
});

test('frames that are lost before a keyframe move nothing of what comes after it', async ({ page }) => {
  const recordingId = 'lost';
  // The second group begins with the frame after these.
  await makeRecording({ recordingId, startMs, seconds, drops: 'between(n,30,34)' });
  await openRecording(page, recordingId, startMs + 510);
  await expect.poll(() => capturedMs(page)).toBe(500);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => capturedMs(page)).toBe(1_500);
});

test('after a jump the clock waits for the video, so that cameras go on together', async ({ page }) => {
  const recordingId = 'jump';
  await makeRecording({ recordingId, startMs, seconds: 20 });
  await openRecording(page, recordingId, fromMs, 200);
  await page.keyboard.press(' ');
  const { tookMs, movedMs } = await page.evaluate(
    (atMs) => (window as unknown as { jumpTo(atMs: number): Promise<TimedJump> }).jumpTo(atMs),
    startMs + 18_500,
  );
  // The clock waits for half a second at most.
  expect(tookMs - movedMs).toBeGreaterThan(Math.min(tookMs, 500) - 30);
});
