import { expect } from '@playwright/test';
import { readCode } from '@/components/recordings/read-codes';
import { codeMsOf, codeStepMs, codeTextAt } from '@/lib/core/calibration-code';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { test } from '../support/journeys/quiet-test';
import { addCameras, Member } from '../support/journeys/steps';

const frameMs = 1_000 / 30;
const format = { width: 640, height: 360, bitrateKbps: 1_500, hasAudio: false };

test('the moving code says the time, and Escape ends it', async ({ page }) => {
  await page.goto('/calibrate');
  await page.getByRole('button', { name: 'Show the code' }).click();
  const code = page.getByRole('img', { name: 'Moving code' });
  await expect(code).toBeVisible();
  const read = async () => {
    const png = (await code.screenshot()).toString('base64');
    const image = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      const [width, height] = [320, Math.round((320 * picture.height) / picture.width)];
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(picture, 0, 0, width, height);
      const { data } = context?.getImageData(0, 0, width, height) ?? new ImageData(1, 1);
      return { width, height, data: [...data] };
    }, png);
    return readCode({ ...image, data: new Uint8ClampedArray(image.data) });
  };
  await expect.poll(read, { timeout: 30_000 }).not.toBeNull();
  const nowMs = codeMsOf(codeTextAt(Date.now())) ?? Number.NaN;
  const apartMs = Math.abs(nowMs - ((await read()) ?? Number.NaN));
  expect(apartMs).toBeLessThan(10_000);
  expect(apartMs % codeStepMs).toBe(0);
  await page.keyboard.press('Escape');
  await expect(code).toBeHidden();
});

test('cameras that have filmed the code are brought in step', async ({ page, context }) => {
  test.setTimeout(150_000);
  const member = await Member.signUp(context);
  const { id: eventId } = await member.createEvent('Harvest Festival');
  const [near = '', far = ''] = await addCameras(member, eventId, 2, 2);
  const cameras = [
    startBarcodeCamera({ ...format, urls: [near], latencyMs: 20, codeLateMs: 0 }),
    startBarcodeCamera({ ...format, urls: [far], latencyMs: 400, codeLateMs: 300 }),
  ];
  const recordings = () => member.call('GET /events/{id}/recordings', { params: { id: eventId } });
  const offsets = async () => (await recordings()).map(({ attributes }) => attributes.offset_ms);
  try {
    const streams = () => member.call('GET /streams', { query: { event_id: eventId } });
    const signals = async () => (await streams()).map(({ attributes }) => attributes.signal);
    await expect.poll(signals, { timeout: 30_000 }).toEqual(['live', 'live']);
    await member.call('POST /events/{id}/recording', { params: { id: eventId } });
    const sizes = async () => (await recordings()).map(({ attributes }) => attributes.size_bytes);
    await expect.poll(async () => Math.min(...(await sizes())), { timeout: 60_000 }).toBeGreaterThan(1_500_000);
    await member.call('DELETE /events/{id}/recording', { params: { id: eventId } });
  } finally {
    for (const camera of cameras) camera.stop();
  }

  await page.goto(`/events/${eventId}/recordings`);
  await page.getByText('Bring cameras in step').click();
  const lateBy = async () => {
    const [first = Number.NaN, second = Number.NaN] = await offsets();
    return first - second;
  };
  await test.step('by measuring', async () => {
    await page.getByRole('button', { name: 'Measure offsets' }).click();
    await expect(page.getByText('2 cameras are in step')).toBeVisible({ timeout: 30_000 });
    expect(Math.abs((await lateBy()) - 300)).toBeLessThan(2 * frameMs);
  });
  await test.step('by hand', async () => {
    const field = page.getByRole('spinbutton', { name: 'Camera 2, ms' });
    await field.fill('-120');
    await field.press('Tab');
    await expect.poll(async () => (await offsets())[1]).toBe(-120);
  });
});
