import { expect, type Locator, type Page } from '@playwright/test';
import { tileAspects } from '@/components/multiview/layout/arrange-tiles';
import type { StreamJson } from '@/lib/contracts/streams';
import {
  bar,
  openMultiview,
  readMultiview,
  shownCameras,
  tileOf,
  untilBarIsHidden,
} from '../../support/journeys/multiview';
import { test } from '../../support/journeys/quiet-test';
import { disconnectCable } from '../../support/journeys/refusals';
import { Member } from '../../support/journeys/steps';

const screens = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
];
/** The share of a Full HD screen that tiles cover, in percent, by the number of cameras. */
const fullHdShares: Record<number, number> = { 1: 90, 2: 55, 3: 67, 4: 90, 5: 80, 6: 89, 9: 89, 12: 83, 16: 89 };

/** The best coverage by rows and columns of equal 16:10 tiles, in percent. */
function equalShare(count: number, { width, height }: { width: number; height: number }): number {
  const widths = Array.from({ length: count }, (_, index) =>
    Math.min(width / (index + 1), (height / Math.ceil(count / (index + 1))) * tileAspects.gutter),
  );
  return (100 * count * Math.max(...widths) ** 2) / tileAspects.gutter / (width * height);
}

test('the multiview fills the screen with whatever cameras there are', async ({ page, context }) => {
  test.setTimeout(180_000);
  const [member, path] = await openMultiview(context, page, 1, '?layout=auto');
  const eventId = path.split('/')[2] ?? '';
  await untilBarIsHidden(page);
  const table: Record<string, string[]> = {};
  for (let count = 1; count <= 16; count++) {
    if (count > 1) await member.addStream(eventId, `Camera ${count}`);
    await expect(page.getByTestId('multiview-tile')).toHaveCount(count);
    for (const screen of screens) {
      const name = `${screen.width}×${screen.height}`;
      await page.setViewportSize(screen);
      const isFullHd = screen.width === 1920;
      const least = Math.max((isFullHd && fullHdShares[count]) || 0, equalShare(count, screen)) - 1.5;
      await expect
        .poll(() => readMultiview(page).then(({ share }) => share), { message: `${count} cameras at ${name}` })
        .toBeGreaterThan(least);
      await expect
        .poll(() => readMultiview(page), { message: `${count} cameras at ${name}` })
        .toMatchObject({ tiles: count, areOnScreen: true, overlap: false });
      table[name] = [...(table[name] ?? []), (await readMultiview(page)).share.toFixed(0)];
    }
  }
  test.info().annotations.push({ type: 'shares', description: JSON.stringify(table) });
  for (let count = 17; count <= 30; count++) await member.addStream(eventId, `Camera ${count}`);
  await expect(page.getByTestId('multiview-tile')).toHaveCount(30);
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await expect.poll(() => readMultiview(page)).toMatchObject({ tiles: 30, areOnScreen: true, overlap: false });
  }
});

test('layouts with large and small tiles, in the address, by key and by menu', async ({ page, context }) => {
  const [, path] = await openMultiview(context, page, 12, '?layout=1+5');

  await test.step('1+5 shows six cameras, the first one large, and says that there are more', async () => {
    await expect.poll(() => shownCameras(page)).toHaveLength(6);
    // The bar may come meanwhile.
    const readRatio = async () => {
      const [large, small] = [await tileOf(page, 1).boundingBox(), await tileOf(page, 2).boundingBox()];
      return (large?.width ?? 0) / (small?.width ?? 1);
    };
    await expect.poll(readRatio).toBeCloseTo(2, 1);
    await expect(bar(page)).toContainText('6 of 12 cameras');
  });

  await test.step('two windows show two things, and the address keeps what they show', async () => {
    const other = await context.newPage();
    await other.goto(`${path}?layout=2+8&solo=3`);
    const size = other.viewportSize();
    await untilBarIsHidden(other);
    await expect.poll(() => tileOf(other, 3).boundingBox()).toMatchObject({ x: 0, y: 0, ...size });
    await other.keyboard.press('Escape');
    await expect.poll(() => shownCameras(other)).toHaveLength(10);
    await expect(other).toHaveURL(/\?layout=2\+8$/);
    await other.close();
    expect(new URL(page.url()).search).toBe('?layout=1+5');
    await page.keyboard.press('3');
    await expect(page).toHaveURL(/\?layout=1\+5&solo=3$/);
    await page.reload();
    await untilBarIsHidden(page);
    await expect.poll(() => tileOf(page, 3).boundingBox()).toMatchObject({ x: 0, y: 0 });
  });

  await test.step('a strip of the others below the full camera', async () => {
    await page.keyboard.press('s');
    await expect.poll(() => readMultiview(page)).toMatchObject({ tiles: 12, areOnScreen: true, overlap: false });
    expect((await tileOf(page, 3).boundingBox())?.width).toBe(page.viewportSize()?.width);
    await page.keyboard.press('s');
    await page.keyboard.press('Escape');
  });

  await test.step('two digits show cameras beyond the ninth', async () => {
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    await expect(page.getByRole('button', { name: 'Show Camera 12 full size' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.keyboard.press('Escape');
  });

  await test.step('L goes on to the next layout, and the menu has them all', async () => {
    await page.keyboard.press('l');
    await expect.poll(() => shownCameras(page)).toHaveLength(8);
    await page.mouse.move(300, 300);
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemradio', { name: 'Picture in picture' }).click();
    await expect.poll(() => shownCameras(page)).toEqual(['1', '2']);
    await expect(page).toHaveURL(/\?layout=pip$/);
  });

  await test.step('cameras that are off can be hidden', async () => {
    await page.getByRole('button', { name: 'Auto' }).click();
    await expect.poll(() => shownCameras(page)).toHaveLength(12);
    await page.keyboard.press('o');
    await expect.poll(() => shownCameras(page)).toHaveLength(0);
    await expect(bar(page)).toContainText('0 of 12 cameras');
    await page.keyboard.press('o');
    await expect.poll(() => shownCameras(page)).toHaveLength(12);
  });
});

test('the bar moves no tile as it comes and goes, and the clock can stay below the cameras', async ({
  page,
  context,
}) => {
  await openMultiview(context, page, 4, '?layout=auto');
  await untilBarIsHidden(page);
  await expect.poll(() => readMultiview(page).then(({ share }) => share)).toBeGreaterThan(89);
  const full = await readMultiview(page);
  await page.mouse.move(300, 300);
  await expect(bar(page)).toHaveCSS('opacity', '1');
  expect(await readMultiview(page)).toEqual(full);
  await expect(bar(page).locator('time')).toHaveText(/\d:\d\d:\d\d/);

  await bar(page).getByRole('button', { name: 'Health' }).click();
  await untilBarIsHidden(page);
  expect(await readMultiview(page)).toEqual(full);

  await page.keyboard.press('w');
  await expect(page.getByTestId('pinned-clock')).toHaveText(/^\d{1,2}:\d\d:\d\d/);
  const belowAll = () =>
    page.evaluate(() => {
      const ends = [...document.querySelectorAll('[data-tile]')].map((tile) => tile.getBoundingClientRect().bottom);
      const clock = document.querySelector('[data-testid="pinned-clock"]')?.getBoundingClientRect();
      return (clock?.top ?? 0) - Math.max(...ends);
    });
  await expect.poll(belowAll).toBeGreaterThanOrEqual(0);
  await page.reload();
  await expect(page.getByTestId('pinned-clock'), 'this browser remembers it').toBeVisible();
});

test('labels and meters are read from a distance: their size follows the tile', async ({ page, context }) => {
  await openMultiview(context, page, 16, '?layout=auto');
  await untilBarIsHidden(page);
  for (const [screen, count] of [
    [{ width: 1920, height: 1080 }, 16],
    [{ width: 3840, height: 2160 }, 16],
  ] as const) {
    await page.setViewportSize(screen);
    await expect.poll(() => readMultiview(page)).toMatchObject({ tiles: count, areOnScreen: true });
    const tile = tileOf(page, 1);
    await expect(tile.getByTestId('tile-label')).toHaveText(/^1Camera 1/);
    const label = tile.getByText('Camera 1', { exact: true });
    const [tileBox, labelBox] = [await tile.boundingBox(), await label.boundingBox()];
    const percent = (100 * (labelBox?.height ?? 0)) / (tileBox?.height ?? 1);
    expect(percent).toBeGreaterThanOrEqual(4);
    expect(percent).toBeLessThanOrEqual(6);
  }
});

type Signal = StreamJson['attributes']['signal'];

/** Answers for streams as if they were on; without the cable, so that the page asks again every 5 s. */
async function answerActive(page: Page, streams: StreamJson[], signal: () => Signal): Promise<void> {
  await disconnectCable(page);
  await page.route(/\/api\/v1\/streams\?/, (route) => {
    const data = streams.map((stream) => ({
      ...stream,
      attributes: { ...stream.attributes, status: 'active', signal: signal() },
    }));
    return route.fulfill({ json: { data, meta: { next_cursor: null } } });
  });
}

test('safe areas, center cross and masks lie over each picture', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  await answerActive(page, [await member.addStream(id), await member.addStream(id, 'Camera 2')], () => 'live');
  await page.goto(`/events/${id}/multiview`);
  const guides = tileOf(page, 1).getByTestId('picture-guides');
  await expect(tileOf(page, 1)).toBeVisible();
  await expect(guides).toHaveCount(0);
  for (const key of ['g', 'c', 'a']) {
    await page.keyboard.press(key);
    await expect(guides).toBeVisible();
    await page.keyboard.press(key);
  }
  // The mask that follows 4:3.
  await expect(guides).toBeVisible();
  await untilBarIsHidden(page);
  const [tile, overlay] = [await tileOf(page, 1).boundingBox(), await guides.boundingBox()];
  const width = overlay?.width ?? 0;
  expect(width / (overlay?.height ?? 1), 'over a picture of 16:9').toBeCloseTo(16 / 9, 1);
  expect(width / (tile?.width ?? 1), 'the gutter is below it, and the frames around it').toBeGreaterThan(0.97);
  expect((tile?.width ?? 0) / (tile?.height ?? 1)).toBeCloseTo(16 / 10, 2);
});

test('a lost camera is named whole, on its tile and by the one live region', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  const name = 'Camera behind the stage, at the very left, beside the stairs';
  const streams = [await member.addStream(id, name), await member.addStream(id, 'Camera 2')];
  let signal: Signal = 'live';
  await answerActive(page, streams, () => signal);
  await page.setViewportSize({ width: 640, height: 480 });
  await page.goto(`/events/${id}/multiview?layout=2`);
  await expect(page.getByTestId('multiview-tile')).toHaveCount(2);
  await expect(page.getByTestId('multiview').locator('[role="status"], [aria-live]')).toHaveCount(1);
  signal = 'lost';
  await expect(
    page.getByRole('status').filter({ hasText: `${name}: Camera lost. Camera 2: Camera lost` }),
  ).toBeAttached({
    timeout: 15_000,
  });
  const label = page.getByRole('article', { name }).getByText(name);
  const isCut = await label.evaluate(
    (text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight,
  );
  expect(isCut).toBe(false);
  await expect(label).toHaveAttribute('dir', 'auto');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('one to four columns, and the first tap only shows the bar', async ({ page, context }) => {
    await openMultiview(context, page, 6);
    const columns = () =>
      page.evaluate(
        () => new Set([...document.querySelectorAll('[data-tile]')].map((tile) => tile.getBoundingClientRect().x)).size,
      );
    await expect.poll(columns, 'three columns, until a layout is chosen').toBe(3);
    const offer = page.getByRole('listitem').filter({ hasText: 'Auto shows larger pictures.' });
    await offer.getByRole('button', { name: 'Auto' }).tap();
    await expect.poll(columns, 'the largest pictures, on one press').toBe(1);
    await expect(offer).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Fullscreen Camera 4' })).toBeVisible();
    await untilBarIsHidden(page);
    await tileOf(page, 4).tap({ position: { x: 20, y: 20 } });
    await expect(bar(page)).toHaveCSS('opacity', '1');
    await tileOf(page, 4).tap({ position: { x: 20, y: 20 } });
    // If the first tap had done more than show the bar, this one would have gone back.
    await expect(page.getByRole('button', { name: 'Show Camera 4 full size' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: 'Sound of Camera 4' }), 'a large tile has it').toBeVisible();
    await page.getByRole('button', { name: '2 columns' }).tap();
    await expect.poll(columns).toBe(2);
    await page.getByRole('button', { name: '4 columns' }).tap();
    await expect.poll(columns).toBe(4);
    await page.getByRole('button', { name: 'Auto' }).tap();
    await expect.poll(columns).toBe(1);
    await page.getByRole('button', { name: 'View' }).tap();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Chime for alarms' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Presets' }).tap();
    await expect(page.getByRole('dialog', { name: 'Presets' }), 'what the bar has no room for').toBeVisible();
  });
});

/** The labels of tiles on which an element lies. */
const labelsUnder = (element: Locator): Promise<(string | null)[]> =>
  element.evaluate((above) => {
    const box = above.getBoundingClientRect();
    const labels = [...document.querySelectorAll('[data-testid="tile-gutter"]')].filter((label) => {
      const { left, right, top, bottom } = label.getBoundingClientRect();
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    });
    return labels.map(({ textContent }) => textContent);
  });

test('comments are shown and counted as they come, and listed beside the cameras, of which none moves', async ({
  page,
  context,
}) => {
  const [member, path] = await openMultiview(context, page, 5);
  const eventId = path.split('/')[2] ?? '';
  const comment = (text: string) =>
    member.call('POST /events/{id}/comments', {
      params: { id: eventId },
      body: { comment: { text } },
    });
  const count = page.getByTestId('comment-count');
  const places = () =>
    page.locator('[data-tile]').evaluateAll((tiles) =>
      tiles.map((tile) => {
        const { x, y, width, height } = tile.getBoundingClientRect();
        return [x, y, width, height];
      }),
    );
  await untilBarIsHidden(page);
  const before = await places();
  await comment('The left one is too dark.');
  const note = page.getByTestId('new-comment');
  await expect(note, 'the bar is away, and it is seen').toHaveText('Ada Lovelace: The left one is too dark.');
  expect(await labelsUnder(note)).toEqual([]);
  await note.click();
  await expect(page.getByTestId('state-changes')).toContainText('New comment. Ada Lovelace: The left one is too dark.');
  await expect(count).toHaveText('1');
  const dialog = page.getByRole('dialog', { name: 'Comments' });
  await expect(dialog).toContainText('The left one is too dark.');
  await comment('Is the band ready?');
  await expect(dialog).toContainText('Is the band ready?');
  await expect(count).toHaveText('2');
  await expect(note, 'what is read in the list is no news').toHaveCount(0);
  expect(await places()).toEqual(before);
  await dialog.getByRole('button', { name: 'Done' }).first().click();
  await expect(count).toHaveText('1');
  await dialog.getByRole('button', { name: 'Comment on this moment' }).click();
  await dialog.getByRole('textbox', { name: /^Comment at / }).fill('Closer, please.');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByTestId('comment')).toHaveCount(3);
  const kept = await member.call('GET /events/{id}/comments', { params: { id: eventId } });
  expect(kept, 'sent once, though pressed twice').toHaveLength(3);
  expect(await places()).toEqual(before);
});
