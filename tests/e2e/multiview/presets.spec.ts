import { expect, type Page } from '@playwright/test';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { openMultiview, shownCameras } from '../../support/journeys/wall';

// A name that there is already is refused.
test.use({ expectedFaults: refusedRequest });

/** Recalls a preset by its keys. @returns the time in ms until the page has as many tiles, to the frame */
const recallByKey = (page: Page, preset: number, tiles: number): Promise<number> =>
  page.evaluate(
    async ([number, count]) => {
      const shown = () => [...document.querySelectorAll('[data-tile]')].filter((tile) => tile.clientWidth > 0).length;
      const startMs = performance.now();
      const init = { key: '', code: `Digit${number}`, shiftKey: true, bubbles: true };
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
