import { execFileSync } from 'node:child_process';
import { renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

/** Where the pictures are until all of them are taken. */
export const draftDirectory = 'test-results/screens-draft';
/** Beyond this, 256 colors do. */
const fewColorsBytes = 60_000;

export interface TakeOptions {
  fullPage?: boolean;
  /** Moves the pointer, for what shows only then. */
  stir?: boolean;
}

/** @param name of the file, without its ending */
export async function takePicture(
  page: Page,
  name: string,
  { fullPage = false, stir = false }: TakeOptions = {},
): Promise<void> {
  const file = path.join(draftDirectory, `${name}.png`);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(1_500); // pictures settle, and charts get a sample
  if (stir) {
    await page.mouse.move(100, 300);
    await page.waitForTimeout(300);
  }
  await page.screenshot({ path: file, fullPage, scale: fullPage ? 'css' : 'device' });
  if (statSync(file).size > fewColorsBytes) reduceColors(file);
}

/** Leaves 256 colors, which is enough for all but the cameras' pictures. */
function reduceColors(file: string): void {
  const reduced = `${file}.reduced.png`;
  const filter = 'split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none';
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', file, '-vf', filter, reduced]);
  renameSync(reduced, file);
}
