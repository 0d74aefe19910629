import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Show } from './start-show';
import { draftDirectory } from './take-picture';

const frames = 36;
const fps = 6;
const size = { width: 1120, height: 630 };
/** The frames at which the second camera goes on air and off again, is shown large, and at which all are again. */
const onAirFrom = 8;
const onAirUntil = 32;
const largeFrom = 14;
const largeUntil = 26;

/** Films a multiview as an animated WebP that README shows: a cut to the second camera, which is large for a while. */
export async function filmMultiview(page: Page, { eventId, cut }: Show): Promise<void> {
  const folder = path.join('test-results', 'screens-film');
  mkdirSync(folder, { recursive: true });
  await page.setViewportSize(size);
  await page.goto(`/events/${eventId}/multiview?layout=2`);
  await expect(page.getByTestId('preview-video')).toHaveCount(3, { timeout: 30_000 });
  // Until the bar is hidden and the pictures are sharp.
  await page.waitForTimeout(6_000);
  for (let frame = 0; frame < frames; frame++) {
    if (frame === onAirFrom) await cut(2);
    if (frame === onAirUntil) await cut(1);
    if (frame === largeFrom || frame === largeUntil) await page.keyboard.press('2');
    const due = page.waitForTimeout(1_000 / fps);
    await page.screenshot({ path: path.join(folder, `${String(frame).padStart(3, '0')}.png`) });
    await due;
  }
  execFileSync('ffmpeg', [
    ...['-y', '-loglevel', 'error', '-framerate', String(fps), '-i', path.join(folder, '%03d.png')],
    ...['-c:v', 'libwebp_anim', '-quality', '55', '-compression_level', '6', '-loop', '0'],
    path.join(draftDirectory, 'multiview.webp'),
  ]);
}
