import { expect, type Page } from '@playwright/test';
import { median } from '@/lib/core/median';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { test } from '../../support/journeys/quiet-test';
import { readBarcodes } from '../../support/journeys/read-barcodes';
import { addCameras, Member } from '../../support/journeys/steps';

const latenciesMs = [120, 520] as const;
/** On a quiet machine it is a frame; here encoders, product and browser share two cores. */
const inStepMs = 120;
const apartMs = 250;

/** How much longer ago the second camera's picture was captured than the first one's. */
async function readApartMs(page: Page): Promise<number> {
  const videos = page.getByTestId('preview-video');
  const [first = Number.NaN, second = Number.NaN] = await Promise.all(
    [0, 1].map(async (index) => {
      const frames = await readBarcodes(videos.nth(index), 2_000);
      return median(frames.flatMap(({ ageMs }) => ageMs ?? []));
    }),
  );
  test.info().annotations.push({ type: 'latency', description: `${first} and ${second} ms` });
  return second - first;
}

test('frame lock shows cameras of different latency in step, and each as soon as it can be when it is off', async ({
  page,
  context,
}) => {
  test.slow();
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  const urls = await addCameras(member, id, 2, 2);
  const format = { width: 640, height: 360, bitrateKbps: 800, hasAudio: false };
  const cameras = urls.map((url, index) =>
    startBarcodeCamera({ ...format, urls: [url], latencyMs: latenciesMs[index] ?? 0 }),
  );
  const untilApart = () =>
    expect(async () => expect(await readApartMs(page)).toBeGreaterThan(apartMs)).toPass({ timeout: 40_000 });
  const button = page.getByRole('button', { name: 'Frame lock' });
  try {
    await page.goto(`/events/${id}/multiview`);
    await expect(page.getByTestId('preview-video')).toHaveCount(2, { timeout: 30_000 });
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await untilApart();

    await page.keyboard.press('k');
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/\?lock=1$/);
    await expect(async () => expect(Math.abs(await readApartMs(page))).toBeLessThan(inStepMs)).toPass({
      timeout: 60_000,
    });

    await page.keyboard.press('k');
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await expect(page).not.toHaveURL(/lock/);
    await untilApart();
  } finally {
    for (const camera of cameras) camera.stop();
  }
});
