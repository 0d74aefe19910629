import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { recordFrameSizes, takeFrameSizes } from '../../support/journeys/frame-sizes';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { readBarcodes } from '../../support/journeys/read-barcodes';
import { addCameras, Member } from '../../support/journeys/steps';

const fullWidth = 1280;

/** The names of the tiles in display order: by rows, then by columns. */
async function tileOrder(page: Page): Promise<string[]> {
  const tiles = await page.getByTestId('multiview-tile').all();
  const placed = await Promise.all(
    tiles.map(async (tile) => ({ name: await tile.getAttribute('aria-label'), box: await tile.boundingBox() })),
  );
  return placed
    .sort((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0) || (a.box?.x ?? 0) - (b.box?.x ?? 0))
    .map(({ name }) => name ?? '');
}

/** Opens the multiview of a new event with cameras, the first `on` of them on. @returns the ingest addresses of those */
async function openMultiview(context: BrowserContext, page: Page, cameras: number, on = 0): Promise<string[]> {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  const addresses = await addCameras(member, id, cameras, on);
  await page.goto(`/events/${id}/multiview`);
  await expect(page.getByRole('heading', { name: 'Harvest Festival' })).toBeVisible();
  // On a busy machine the bar may be away by now.
  await page.mouse.move(200, 200);
  return addresses;
}

const tileOf = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
const videoWidth = (tile: Locator): Promise<number> =>
  tile.getByTestId('preview-video').evaluate((video) => (video as HTMLVideoElement).videoWidth);

test('keys control the multiview, and the browser remembers its order', async ({ page, context }) => {
  await openMultiview(context, page, 5);
  await expect(page.getByTestId('multiview-tile')).toHaveCount(5);
  const names = ['Camera 1', 'Camera 2', 'Camera 3', 'Camera 4', 'Camera 5'];

  await test.step('two, three or four columns, three by default', async () => {
    const columns = page.getByRole('group', { name: 'Columns' });
    await expect(columns.getByRole('button', { name: '3 columns' })).toHaveAttribute('aria-pressed', 'true');
    for (const count of [2, 4, 3]) {
      await columns.getByRole('button', { name: `${count} columns` }).click();
      const rowCount = async () => {
        const boxes = await Promise.all(names.map((name) => tileOf(page, name).boundingBox()));
        return new Set(boxes.map((box) => box?.y)).size;
      };
      await expect.poll(rowCount).toBe(Math.ceil(names.length / count));
    }
  });

  await test.step('a number shows a camera full size, arrows show the next, Escape goes back', async () => {
    await page.keyboard.press('2');
    const size = page.viewportSize();
    await expect.poll(() => tileOf(page, 'Camera 2').boundingBox()).toMatchObject({ x: 0, y: 0, ...size });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => tileOf(page, 'Camera 3').boundingBox()).toMatchObject({ x: 0, y: 0, ...size });
    await page.keyboard.press('Escape');
    await expect.poll(() => tileOrder(page)).toEqual(names);
    await expect(page.getByRole('button', { name: 'Show Camera 3 full size' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Show Camera 2 full size' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
  });

  await test.step('Shift with arrows moves a camera, and so does dragging', async () => {
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => tileOrder(page)).toEqual(['Camera 2', 'Camera 1', 'Camera 3', 'Camera 4', 'Camera 5']);
    await expect(page.getByText('Camera 2, position 1 of 5')).toBeAttached();
    await tileOf(page, 'Camera 5').hover();
    await page.mouse.down();
    await tileOf(page, 'Camera 1').hover();
    await page.mouse.up();
    const arranged = ['Camera 2', 'Camera 5', 'Camera 1', 'Camera 3', 'Camera 4'];
    await expect.poll(() => tileOrder(page)).toEqual(arranged);
    await expect(page.getByRole('button', { name: /^Show .* full size$/, pressed: true })).toHaveCount(0);
    await page.reload();
    await expect.poll(() => tileOrder(page)).toEqual(arranged);
  });

  await test.step('? opens the help, which takes the keys until it closes', async () => {
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help).toContainText('Sound of the selected camera');
    const viewport = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 480 });
    await expect(help.getByRole('button', { name: 'Close' }), 'it fits a low screen').toBeInViewport({ ratio: 1 });
    if (viewport) await page.setViewportSize(viewport);
    await page.keyboard.press('3');
    await expect(page.getByRole('button', { name: /^Show .* full size$/, pressed: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
  });

  await test.step('F shows the page fullscreen, and each tile’s button the tile', async () => {
    const isFullscreen = (selector: string) =>
      page.evaluate((expected) => document.fullscreenElement?.matches(expected) ?? false, selector);
    await page.keyboard.press('f');
    await expect.poll(() => isFullscreen('html')).toBe(true);
    await page.keyboard.press('f');
    await expect.poll(() => isFullscreen('html')).toBe(false);
    await tileOf(page, 'Camera 1').hover();
    await page.getByRole('button', { name: 'Fullscreen Camera 1' }).click();
    await expect.poll(() => isFullscreen('[aria-label="Camera 1"]')).toBe(true);
    await page.keyboard.press('f');
    await expect.poll(() => isFullscreen('[aria-label="Camera 1"]')).toBe(false);
  });

  await test.step('the controls hide without input, and show on keyboard focus', async () => {
    const bar = page.getByRole('banner');
    await expect(bar).toHaveCSS('opacity', '0', { timeout: 5_000 });
    await page.getByRole('link', { name: 'Back' }).focus();
    await expect(bar).toHaveCSS('opacity', '1');
    await page.waitForTimeout(3_000);
    await expect(bar).toHaveCSS('opacity', '1');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/events\/[\w-]+$/);
  });
});

test('Share copies the address on a device without a share sheet', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await openMultiview(context, page, 0);
  await expect(page.getByText('This event has no cameras yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await expect(page.getByText('Link copied!')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
});

test.describe('while the server fails', () => {
  test.use({ expectedFaults: refusedRequest });

  test('the multiview shows an error, and loads by itself once the server is back', async ({ page, context }) => {
    const eventRequest = /\/api\/v1\/events\/[\w-]+$/;
    const member = await Member.signUp(context);
    const { id } = await member.createEvent('Harvest Festival');
    await page.route(eventRequest, (route) => route.fulfill({ status: 500, body: 'no json' }));
    await page.goto(`/events/${id}/multiview`);
    const failure = page.getByText('Failed to load multiview');
    await expect(failure).toBeVisible();
    await page.unroute(eventRequest);
    await expect(page.getByRole('heading', { name: 'Harvest Festival' })).toBeVisible();
    await expect(failure).toHaveCount(0);
  });
});

test('live tiles show the low layer, meters and health, and the full tile the source layer', { tag: '@alone' }, async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await recordFrameSizes(context);
  const addresses = await openMultiview(context, page, 5, 2);
  const camera = startBarcodeCamera({ urls: addresses, width: fullWidth, height: 720, gopSeconds: 2 });
  try {
    const [first, second] = [tileOf(page, 'Camera 1'), tileOf(page, 'Camera 2')];
    const video = first.getByTestId('preview-video');
    await expect(video).toBeVisible({ timeout: 20_000 });
    // LiveKit hears of the source layer first of cameras that have just begun. It also sends that one while a machine is too
    // busy to encode the low one. A page that asks too late is sent it each time.
    await expect(async () => {
      await expect.poll(() => videoWidth(first)).toBe(640);
      await expect.poll(() => videoWidth(second)).toBe(640);
      await page.reload();
      await expect(video).toBeVisible();
      await expect(second.getByTestId('preview-video')).toBeVisible();
      const widths: number[] = [];
      const frameCount = async () => widths.push(...(await takeFrameSizes(page)).map(({ width }) => width));
      await expect.poll(frameCount, 'frames of both tiles').toBeGreaterThan(120);
      expect([...new Set(widths)], 'no small tile begins with the source layer').toEqual([640]);
    }).toPass({ timeout: 60_000 });

    const covers = first.getByTestId('tile-meters').locator('span span');
    for (const cover of await covers.all())
      await expect.poll(() => cover.evaluate((element) => element.style.transform)).toMatch(/^scaleX\(0\.\d/);
    await page.keyboard.press('h');
    await expect(first.getByTestId('tile-health')).toContainText('fps · ');

    await expect.poll(() => videoWidth(first)).toBe(640);
    const [shown] = await Promise.all([readBarcodes(video, 4_000), sleep(500).then(() => page.keyboard.press('1'))]);
    expect(shown.at(0)?.width, 'the low layer plays on').toBe(640);
    // On a busy machine LiveKit is slow to raise its bandwidth estimate.
    await expect
      .poll(() => videoWidth(first), { message: 'until the source layer arrives', timeout: 20_000 })
      .toBe(fullWidth);
    await expect.poll(() => videoWidth(second)).toBe(640);
    await page.keyboard.press('Escape');
    await expect.poll(() => videoWidth(first)).toBe(640);

    await page.keyboard.press('m');
    const audio = first.locator('audio');
    const isMuted = () => audio.evaluate((element) => (element as HTMLAudioElement).muted);
    await expect.poll(isMuted).toBe(false);
    await expect(first.getByRole('button', { name: 'Sound of Camera 1' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('m');
    await expect.poll(isMuted).toBe(true);
  } finally {
    camera.stop();
  }
});
