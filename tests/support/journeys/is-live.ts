import type { Locator } from '@playwright/test';
import { readBarcodes } from './read-barcodes';

/** Whether the video shows recent frames now. */
export async function isLive(video: Locator): Promise<boolean> {
  if ((await video.count()) === 0) return false;
  const frames = await readBarcodes(video, 500).catch(() => []);
  return frames.filter(({ ageMs }) => ageMs !== null && ageMs < 2_000).length >= 5;
}
