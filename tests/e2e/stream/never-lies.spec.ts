import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { type BarcodeCamera, startBarcodeCamera } from '../../support/camera/barcode-camera';
import { liveH264 } from '../../support/camera/encode';
import { ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { isLive } from '../../support/journeys/is-live';
import { serverAndLivekitAway, test } from '../../support/journeys/quiet-test';
import { addCameras, Member } from '../../support/journeys/steps';
import { childOf } from '../../support/product/processes';

/** The product notices within 1.25 s on a quiet machine; this one may be busy. */
const noticeMs = 15_000;
const recoveryMs = 25_000;
const counter = /^No picture \d+:\d\d$/;
/** The counter on a picture that stands still, without the page's advice. */
const countOn = (place: Locator): Locator => place.getByTestId('no-picture').getByText(/^No picture/);

const webPid = (): number => childOf(Number(process.env.E2E_PRODUCT_PID), 'web.mjs');

/** A new event with cameras that are on, and one encoder that feeds them all. */
async function startShow(context: BrowserContext, cameras = 1): Promise<{ eventId: string; camera: BarcodeCamera }> {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harbour Lights');
  return { eventId: id, camera: startBarcodeCamera({ urls: await addCameras(member, id, cameras, cameras) }) };
}

async function untilLive(page: Page): Promise<void> {
  for (const video of await page.getByTestId('preview-video').all()) {
    await expect.poll(() => isLive(video), { timeout: recoveryMs, message: 'recent frames' }).toBe(true);
  }
}

/** The seconds that a picture is said to be away. */
async function secondsAway(place: Locator): Promise<number> {
  const [minutes = 0, seconds = 0] = ((await countOn(place).textContent()) ?? '')
    .replace('No picture ', '')
    .split(':')
    .map(Number);
  return minutes * 60 + seconds;
}

/** @returns the milliseconds until the place says that there is no picture */
async function untilNoPicture(place: Locator): Promise<number> {
  const startMs = Date.now();
  await expect(countOn(place)).toHaveText(counter, { timeout: noticeMs });
  await expect(place.getByTestId('no-picture')).toContainText('Connecting to stream…');
  return Date.now() - startMs;
}

/** Nothing on a place without a picture speaks well of it. */
async function expectNoPraise(place: Locator): Promise<void> {
  await expect(place).not.toContainText(/healthy|fps|Measuring/);
  await expect(place.getByTestId('state').filter({ hasText: /^Live/ })).toHaveCount(0);
}

test('a picture that stands still says so itself on the multiview, and counts until the first frame', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const { eventId, camera } = await startShow(context, 2);
  try {
    await page.goto(`/events/${eventId}/multiview`);
    const tile = page.getByRole('article', { name: 'Camera 1' });
    const state = tile.getByTestId('state');
    await expect(page.getByTestId('preview-video')).toHaveCount(2, { timeout: recoveryMs });
    await untilLive(page);

    await test.step('a tile that another one covers is not without a picture', async () => {
      const overlays = page.getByTestId('no-picture');
      for (const key of ['2', 'Shift+F']) {
        await page.keyboard.press(key);
        await page.waitForTimeout(3_000);
        await expect(overlays).toHaveCount(0);
        await page.keyboard.press(key === '2' ? 'Escape' : 'Shift+F');
      }
      await expect(overlays).toHaveCount(0);
    });

    await page.keyboard.press('h');
    await expect(tile.getByTestId('tile-health')).toContainText('fps');
    await expect(state).toHaveText(/^Live/);

    await test.step('its encoder hangs', async () => {
      camera.signal('SIGSTOP');
      const noticedMs = await untilNoPicture(tile);
      test.info().annotations.push({ type: 'hanging encoder', description: `no picture after ${noticedMs} ms` });
      await expectNoPraise(tile);
      await expect(state).toHaveText(/^(No picture|Camera lost)$/);
      const before = await secondsAway(tile);
      await expect.poll(() => secondsAway(tile), { timeout: 10_000 }).toBeGreaterThan(before + 2);
      camera.signal('SIGCONT');
      await expect(tile.getByTestId('no-picture')).toHaveCount(0, { timeout: recoveryMs });
      await expect(state).toHaveText(/^Live/, { timeout: recoveryMs });
    });

    await test.step('its encoder is killed', async () => {
      await untilLive(page);
      camera.stop();
      const noticedMs = await untilNoPicture(tile);
      test.info().annotations.push({ type: 'killed encoder', description: `no picture after ${noticedMs} ms` });
      await expectNoPraise(tile);
      await expect(state).toHaveText('Camera lost', { timeout: 15_000 });
      await expect(countOn(tile), 'it goes on counting').toHaveText(counter);
      await page.goto('/streams');
      await page.getByRole('button', { name: 'Camera 1', exact: true }).click();
      const panel = page.getByTestId('stream-panel');
      await expect(panel.getByTestId('findings')).toContainText(/Was live until .+; check power and network\./);
      const incidents = panel.getByRole('list', { name: 'Incidents' });
      await expect(incidents).toContainText('Camera lost: nothing arrives from its encoder.');
      await expect(incidents).toContainText(/Camera back after \d+ s\./);
    });
  } finally {
    camera.stop();
  }
});

test('cards and covers say it too, and what nobody looks at does not', async ({ page, context }) => {
  test.setTimeout(120_000);
  const { eventId, camera } = await startShow(context, 2);
  try {
    await page.goto(`/events/${eventId}`);
    const first = page.getByRole('article', { name: 'Camera 1' });
    const second = page.getByRole('article', { name: 'Camera 2' });
    await expect(page.getByTestId('preview-video')).toHaveCount(2, { timeout: recoveryMs });
    await untilLive(page);
    await expect(first.getByTestId('health-line')).toContainText('fps');

    await test.step('a card that is scrolled out of view is not without a picture when it comes back', async () => {
      await page.setViewportSize({ width: 390, height: 500 });
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect(first.getByTestId('preview-video')).not.toBeInViewport();
      await page.waitForTimeout(6_000);
      await first.scrollIntoViewIfNeeded();
      const overlays: number[] = [];
      for (let poll = 0; poll < 20; poll++) {
        overlays.push(await first.getByTestId('no-picture').count());
        await page.waitForTimeout(100);
      }
      expect(Math.max(...overlays)).toBe(0);
      await page.setViewportSize({ width: 1280, height: 720 });
      await untilLive(page);
    });

    await test.step('the encoder of both is killed', async () => {
      camera.stop();
      await Promise.all([untilNoPicture(first), untilNoPicture(second)]);
      await expectNoPraise(first);
      await expect(first.getByTestId('state')).toHaveText('Camera lost', { timeout: 15_000 });
    });
  } finally {
    camera.stop();
  }
});

test('a black picture is never well, and its beginning and end are in the history', async ({ page, context }) => {
  test.setTimeout(120_000);
  const member = await Member.signUp(context);
  const { id: eventId } = await member.createEvent('Harbour Lights');
  const [address = ''] = await addCameras(member, eventId, 1, 1);
  await page.goto(`/events/${eventId}`);
  const source = "testsrc2=size=640x360:rate=30,drawbox=t=fill:c=black:enable='lt(t,20)'";
  ffmpeg([
    '-re',
    '-f',
    'lavfi',
    '-i',
    source,
    ...liveH264,
    '-b:v',
    '500k',
    '-f',
    'mpegts',
    `${address}&latency=120000`,
  ]);
  try {
    const card = page.getByTestId('stream-card');
    const state = card.getByTestId('state');
    await expect(state).toHaveText('Black picture', { timeout: recoveryMs });
    await expect(card.getByTestId('findings')).toContainText('The picture is black.');
    await expect(state).toHaveText(/^Live/, { timeout: recoveryMs });
    await expect(card.getByTestId('findings').getByText('The picture is black.')).toHaveCount(0);
    const [{ id } = { id: '' }] = await member.call('GET /streams', { query: { event_id: eventId } });
    const history = await member.call('GET /streams/{id}/incidents', { params: { id } });
    const lines = history.map(({ attributes }) => attributes.message);
    expect(lines).toContain('The picture is black.');
    expect(lines).toContainEqual(expect.stringMatching(/^The picture is back after \d+ s of black\.$/));
  } finally {
    stopFfmpegs();
  }
});

test.describe('while the server is away', () => {
  test.use({ expectedFaults: serverAndLivekitAway });

  test('every state is unknown, a strip counts, and all of it comes back by itself', { tag: '@alone' }, async ({
    page,
    context,
  }) => {
    test.setTimeout(150_000);
    const { eventId, camera } = await startShow(context);
    const dashboard = await context.newPage();
    const list = await context.newPage();
    const strips = [page, dashboard, list].map((shown) => shown.getByTestId('contact-strip'));
    try {
      await page.goto(`/events/${eventId}/multiview`);
      await expect(page.getByTestId('preview-video')).toBeVisible({ timeout: recoveryMs });
      await page.keyboard.press('h');
      await expect(page.getByTestId('tile-health')).toContainText('fps');
      await dashboard.goto('/streams');
      const row = dashboard.getByTestId('stream-row');
      await expect(row.getByRole('meter', { name: 'Quality' })).toBeVisible({ timeout: recoveryMs });
      await list.goto('/app');
      await expect(list.getByText('1 of 1 cameras live')).toBeVisible();
      for (const strip of strips) await expect(strip).toHaveCount(0);

      await page.bringToFront();
      await page.keyboard.press('Shift+F');
      // Paused, not killed: a connection that stays and says nothing is the harder case. The product restarts a dead one.
      const pid = webPid();
      process.kill(pid, 'SIGSTOP');
      try {
        const pausedMs = Date.now();
        for (const strip of strips) await expect(strip).toHaveText(/^No contact with the server\s*for 0:\d\d$/);
        test.info().annotations.push({ type: 'strip', description: `after ${Date.now() - pausedMs} ms` });
        await expect(page.getByTestId('multiview-tile').getByTestId('state')).toHaveText('Unknown');
        await expect(page.getByTestId('tile-health')).not.toContainText('healthy');
        await expect(row.getByTestId('state')).toHaveText('Unknown');
        await expect(row.getByRole('meter')).toHaveCount(0);
        await expect(list.getByText('1 camera, state unknown')).toBeVisible();
        await page.waitForTimeout(10_000);
        // In the top layer, as a tile that fills the screen is.
        await expect(page.locator('[data-testid="contact-strip"]:popover-open'), 'it does not hide').toBeInViewport();
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      for (const strip of strips) await expect(strip).toHaveCount(0, { timeout: recoveryMs });
      await expect(row.getByTestId('state')).toHaveText(/^Live/, { timeout: recoveryMs });
      await expect(page.getByTestId('multiview-tile').getByTestId('state')).toHaveText(/^Live/);
      await expect(list.getByText('1 of 1 cameras live')).toBeVisible();
    } finally {
      camera.stop();
    }
  });
});
