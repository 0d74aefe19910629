import { expect, type Page } from '@playwright/test';
import { bar, openMultiview, shownCameras } from '../../support/journeys/multiview';
import { refusedRequest, test } from '../../support/journeys/quiet-test';

// A name that there is already is refused.
test.use({ expectedFaults: refusedRequest });

/** Recalls a preset by its keys. @returns the time in ms until the page has as many tiles, to the frame */
const recallByKey = (page: Page, preset: number, tiles: number): Promise<number> =>
  page.evaluate(
    async ([number, count]) => {
      const shown = () => [...document.querySelectorAll('[data-tile]')].filter((tile) => tile.clientWidth > 0).length;
      const startMs = performance.now();
      const init = { key: '!', code: `Digit${number}`, shiftKey: true, bubbles: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', init));
      while (shown() !== count) await new Promise(requestAnimationFrame);
      return performance.now() - startMs;
    },
    [preset, tiles] as const,
  );

test('presets keep arrangements under names, and are recalled at once', async ({ page, context, browser }) => {
  const [member, path] = await openMultiview(context, page, 16);
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: 'Presets' });
  const save = async (name: string) => {
    await dialog.getByLabel('Preset name').fill(name);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('button', { name: `Replace ${name}` })).toBeVisible();
  };
  await save('All cameras');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.mouse.move(300, 300);
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemradio', { name: '1 + 5' }).click();
  await expect.poll(() => shownCameras(page)).toHaveLength(6);
  await page.keyboard.press('p');
  await save('Interview');
  await expect(dialog.getByText('Interview')).toBeVisible();
  await dialog.getByLabel('Preset name').fill('Interview');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This event has a preset of this name already: choose another name.')).toBeVisible();
  await page.keyboard.press('Escape');
  const arranged = await shownCameras(page);

  await test.step('by Shift and its number, without asking the server', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const [preset, tiles] of [
      [1, 16],
      [2, 6],
    ] as const) {
      const elapsedMs = await recallByKey(page, preset, tiles);
      test.info().annotations.push({ type: 'recall', description: `${elapsedMs.toFixed(0)} ms` });
      expect(elapsedMs).toBeLessThan(1_000);
    }
    expect(asked.filter((url) => url.includes('/presets'))).toEqual([]);
    expect(await shownCameras(page)).toEqual(arranged);
  });

  await test.step('another browser of the organization has them', async () => {
    const visit = await browser.newContext();
    await member.signIn(visit);
    const other = await visit.newPage();
    await other.goto(path);
    await expect(other.getByTestId('multiview-tile')).toHaveCount(16);
    await other.keyboard.press('p');
    await other
      .getByRole('dialog')
      .getByRole('button', { name: /^Interview/ })
      .click();
    await expect.poll(() => shownCameras(other)).toEqual(arranged);
    await visit.close();
  });

  await test.step('and loses one that is deleted, after a question', async () => {
    await page.keyboard.press('p');
    await dialog.getByRole('button', { name: 'Delete Interview' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete preset "Interview"?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByText('Interview')).toHaveCount(0);
    await expect(dialog.getByText('All cameras')).toBeVisible();
  });
});

test('one multiview directs another one, and a kiosk without an account', async ({ page, context, browser }) => {
  const [member, path] = await openMultiview(context, page, 4);
  const eventId = path.split('/')[2] ?? '';
  const link = await member.call('POST /events/{id}/share_links', {
    params: { id: eventId },
    body: {
      share_link: { name: 'Kiosk', follows: true, expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    },
  });
  const visit = await browser.newContext();
  await member.signIn(visit);
  const second = await visit.newPage();
  await second.goto(`${path}?follow=1`);
  await expect(second.getByTestId('multiview-tile')).toHaveCount(4);
  const kiosk = await (await browser.newContext()).newPage();
  await kiosk.goto(link.attributes.path ?? '');
  await expect(kiosk.getByTestId('shared-camera')).toHaveCount(4);
  const shownByKiosk = () =>
    kiosk
      .getByTestId('shared-camera')
      .evaluateAll((tiles) =>
        tiles.filter((tile) => tile.clientWidth > 0).map((tile) => tile.getAttribute('aria-label')),
      );

  await test.step('directing begins with what the multiview shows', async () => {
    await page.mouse.move(300, 300);
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Lead other screens' }).click();
    await expect(bar(page).getByText('Directing')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemradio', { name: 'Picture in picture' }).click();
    await expect.poll(() => shownCameras(second)).toEqual(await shownCameras(page));
    await expect.poll(shownByKiosk, { timeout: 15_000 }).toHaveLength(2);
  });

  await test.step('a camera at full size is so everywhere, and the address of a second screen stays', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('l');
    await page.keyboard.press('3');
    await expect.poll(() => new URL(page.url()).searchParams.get('solo')).toBe('3');
    const isFull = (multiview: Page, role: 'article') =>
      multiview.getByRole(role, { name: 'Camera 3', exact: true }).boundingBox();
    const size = second.viewportSize();
    await expect.poll(() => isFull(second, 'article')).toMatchObject({ x: 0, y: 0, ...size });
    await expect.poll(() => isFull(kiosk, 'article'), { timeout: 15_000 }).toMatchObject({ x: 0, y: 0, ...size });
    expect(new URL(second.url()).search).toBe('?follow=1');
    // A person at the kiosk changes nothing.
    await expect(kiosk.getByRole('button', { name: /full size$/ })).toHaveCount(0);
  });
  await visit.close();
  await kiosk.context().close();
});
