import { expect } from '@playwright/test';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { test } from '../../support/journeys/quiet-test';
import { readBarcodes } from '../../support/journeys/read-barcodes';
import { addCameras, Member } from '../../support/journeys/steps';

/** The latency that the card says, measured on this page. */
const figurePattern = /· (\d+) ms from our input/;
/** Encoding is not part of the figure, and a busy machine takes its time for it. */
const encoderMs = { least: -40, most: 250 };

test('the latency on a card is that of the frames it shows', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  const urls = await addCameras(member, id, 1, 1);
  // Far above whatever a machine under load adds, so that a figure that leaves it out cannot pass.
  const camera = startBarcodeCamera({ urls, width: 640, height: 360, bitrateKbps: 800, latencyMs: 900 });
  try {
    await page.goto(`/events/${id}`);
    const card = page.getByTestId('stream-card');
    const line = card.getByTestId('health-line');
    await expect(line).toContainText(figurePattern, { timeout: 40_000 });
    await expect(async () => {
      const frames = await readBarcodes(card.getByTestId('preview-video'), 3_000);
      const ages = frames.flatMap(({ ageMs }) => ageMs ?? []).sort((a, b) => a - b);
      const barcodeMs = ages[Math.floor(ages.length / 2)] ?? Number.NaN;
      const figureMs = Number(figurePattern.exec((await line.textContent()) ?? '')?.[1]);
      const description = `by the barcode ${barcodeMs} ms, on the card ${figureMs} ms`;
      test.info().annotations.push({ type: 'latency', description });
      expect(figureMs).toBeGreaterThan(900);
      expect(barcodeMs - figureMs).toBeGreaterThan(encoderMs.least);
      expect(barcodeMs - figureMs).toBeLessThan(encoderMs.most);
    }).toPass({ timeout: 30_000 });
  } finally {
    camera.stop();
  }
});
