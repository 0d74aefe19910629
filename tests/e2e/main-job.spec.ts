import { expect } from '@playwright/test';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { test } from '../support/journeys/quiet-test';
import { readBarcodes } from '../support/journeys/read-barcodes';
import { createEvent, signUp } from '../support/journeys/steps';

/** Far above what is measured (docs/performance.md), far below "not live". */
const liveWithinMs = 2_000;

test('a new user signs up, adds a camera, presses On, pastes the address and sees the video', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('link', { name: /for free/i })
    .first()
    .click();
  await signUp(page);
  await createEvent(page, 'Sunday Service');
  await page.getByRole('button', { name: 'Add stream' }).click();
  const card = page.getByRole('article', { name: 'Camera 1' });
  await card.getByRole('switch', { name: 'Camera 1: Off' }).click();
  await expect(card.getByRole('switch', { name: 'Camera 1: On' })).toBeVisible();

  await card.getByRole('button', { name: 'Show connection details' }).click();
  const address = await card.getByRole('textbox', { name: 'Ingest address' }).inputValue();
  expect(address).toMatch(/^srt:\/\/127\.0\.0\.1:\d+\?mode=caller&streamid=[\w-]{22,}&latency=120000$/);

  const camera = startBarcodeCamera({ urls: [address] });
  try {
    const video = card.getByTestId('preview-video');
    await expect(video).toBeVisible({ timeout: 15_000 });
    const frames = await readBarcodes(video, 3_000);
    expect(frames.length).toBeGreaterThan(30);
    const ages = frames.map(({ ageMs }) => ageMs).filter((ageMs) => ageMs !== null);
    // A frame without a readable barcode is one that the camera has not sent.
    expect(ages.length / frames.length).toBeGreaterThan(0.9);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeLessThan(liveWithinMs);

    await card.getByRole('switch', { name: 'Camera 1: On' }).click();
    await expect(card.getByRole('switch', { name: 'Camera 1: Off' })).toBeVisible();
    await expect(video).toHaveCount(0);
    await expect(card.getByRole('img', { name: /^Last picture of Camera 1, / })).toBeVisible({ timeout: 15_000 });
    await expect.poll(() => camera.log(), { message: 'the encoder is disconnected' }).not.toBe('');
  } finally {
    camera.stop();
  }
});
