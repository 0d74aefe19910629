import { expect, type Locator, type Page } from '@playwright/test';
import { median } from '@/lib/core/median';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { startClockedCamera } from '../../support/camera/clocked-camera';
import { test } from '../../support/journeys/quiet-test';
import { readBarcodes } from '../../support/journeys/read-barcodes';
import { addCameras, Member } from '../../support/journeys/steps';

const camera = { width: 640, height: 360, fps: 30, bitrateKbps: 800 };
const tileCount = 4;
const watchMs = 6_000;
/** By when a machine that was busy shows frames in time again. */
const patience = { timeout: 120_000 };

/** The medians of the same seconds: of what the page says, and of the barcodes of the frames that it shows. */
async function measure(page: Page, videos: Locator, figures: Locator, count: number) {
  const reading = Promise.all(Array.from({ length: count }, (_, index) => readBarcodes(videos.nth(index), watchMs)));
  const figuresMs: number[] = [];
  for (const endMs = performance.now() + watchMs; performance.now() < endMs; await page.waitForTimeout(500)) {
    const texts = await figures.allTextContents();
    figuresMs.push(...texts.map((text) => Number(/· (\d+) ms behind/.exec(text)?.[1])));
  }
  const agesMs = (await reading).flat().flatMap(({ screenAgeMs }) => screenAgeMs ?? []);
  const measured = { figureMs: median(figuresMs), barcodeMs: Math.round(median(agesMs)) };
  const description = `by the barcodes ${measured.barcodeMs} ms, on the page ${measured.figureMs} ms`;
  test.info().annotations.push({ type: 'latency', description });
  return measured;
}

test('the latency on four tiles is that of the frames they show, from the encoder that says when it captures', async ({
  page,
  context,
}) => {
  test.setTimeout(200_000);
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  const urls = await addCameras(member, id, tileCount, tileCount);
  const stops = urls.map((url) => startClockedCamera({ ...camera, url, latencyMs: 120 }));
  try {
    await page.goto(`/events/${id}/multiview`);
    const videos = page.getByTestId('preview-video');
    await videos.nth(tileCount - 1).waitFor({ timeout: 40_000 });
    await page.keyboard.press('h');
    const figures = page.getByTestId('tile-health');
    for (const figure of await figures.all()) {
      await expect(figure).toContainText(/ms behind live/, patience);
      await expect(figure.getByTitle(/^\d+ ms from the encoder to this screen/)).toBeVisible(patience);
    }
    await expect(async () => {
      const { figureMs, barcodeMs } = await measure(page, videos, figures, tileCount);
      expect(Math.abs(figureMs - barcodeMs)).toBeLessThanOrEqual(10);
    }).toPass(patience);
  } finally {
    for (const stop of stops) stop();
  }
});

test('the latency on a card counts from our input where the encoder does not say when it captures', async ({
  page,
  context,
}) => {
  test.setTimeout(200_000);
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  const urls = await addCameras(member, id, 1, 1);
  // Far above whatever a machine under load adds, so that a figure that leaves it out cannot pass.
  const latencyMs = 900;
  const sender = startBarcodeCamera({ ...camera, urls, latencyMs });
  try {
    await page.goto(`/events/${id}`);
    const card = page.getByTestId('stream-card');
    const line = card.getByTestId('health-line');
    await expect(line).toContainText(/ms behind live/, patience);
    await expect(line.getByTitle(/^\d+ ms from our input to this screen/)).toBeVisible(patience);
    await expect(async () => {
      const { figureMs, barcodeMs } = await measure(page, card.getByTestId('preview-video'), line, 1);
      expect(figureMs).toBeGreaterThan(latencyMs);
      // The encoder's own time, which a busy machine makes longer.
      expect(barcodeMs - figureMs).toBeGreaterThan(-10);
      expect(barcodeMs - figureMs).toBeLessThan(250);
    }).toPass(patience);
  } finally {
    sender.stop();
  }
});
