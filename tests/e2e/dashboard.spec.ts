import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { startBarcodeCamera } from '../support/barcode-camera';
import { createEvent, signUp } from './steps';

/** A second browser of the same user: it has the token, and nothing else of the first. */
async function openBeside(context: BrowserContext, page: Page, path: string): Promise<Page> {
  const token = await page.evaluate(() => localStorage.getItem('sl_token') ?? '');
  await context.addInitScript((value) => localStorage.setItem('sl_token', value), token);
  const beside = await context.newPage();
  await beside.goto(path);
  return beside;
}

/** What a page would ask for if it were not told. */
const asksForStreams = /\/api\/v1\/streams$/;
const asksForSamples = /\/metrics\?limit=/;

/** Fails the test if the page is loaded anew. */
async function forbidReload(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  return async () => expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
}

test('what one member does, the dashboard of another shows by itself', async ({ page, browser }) => {
  const faults: string[] = [];
  await page.goto('/signup');
  await signUp(page);
  await createEvent(page, 'Harvest Festival');

  const context = await browser.newContext();
  const dashboard = await openBeside(context, page, '/streams');
  dashboard.on('pageerror', (error) => faults.push(error.message));
  await expect(dashboard.getByRole('heading', { name: 'No active streams' })).toBeVisible();
  const expectNoReload = await forbidReload(dashboard);
  await dashboard.route(asksForStreams, (route) => route.abort());
  const row = dashboard.getByTestId('stream-row');

  await page.getByRole('textbox', { name: 'Stream name' }).fill('Organ');
  await page.getByRole('button', { name: 'Add stream' }).click();
  await expect(row.getByRole('heading', { name: 'Organ' })).toBeVisible();
  await expect(dashboard.getByText('New stream added: Organ')).toBeVisible();
  await expect(row).toContainText('Not started');
  await expect(dashboard.getByText('1 total')).toBeVisible();

  const card = page.getByTestId('stream-card');
  await card.getByRole('switch').click();
  await expect(row.getByRole('status')).toHaveText('Waiting for the camera');
  await expect(row).toContainText('Active since');
  await expect(dashboard.getByText('1 active')).toBeVisible();

  await row.getByRole('button', { name: 'Organ', exact: true }).click();
  const panel = dashboard.getByTestId('stream-panel');
  await expect(panel.getByText('No samples yet.')).toBeVisible();
  await dashboard.route(asksForSamples, (route) => route.abort());
  await expect(panel.getByText('20011')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Incidents' })).toContainText('Ready to receive.');

  await card.getByRole('button', { name: 'Show connection details' }).click();
  const address = await card.getByRole('textbox', { name: 'Ingest address' }).inputValue();
  const camera = startBarcodeCamera({ urls: [address] });
  try {
    await expect(panel.getByRole('status').first()).toHaveText('Live', { timeout: 20_000 });
    const bitrate = panel.locator('figure').filter({ hasText: 'Bitrate' });
    await expect(bitrate).toContainText('kbit/s');
    const figures = new Set<string | null>();
    await expect
      .poll(async () => figures.add(await bitrate.locator('figcaption').textContent()).size, {
        message: 'the figure changes each second',
        timeout: 15_000,
      })
      .toBeGreaterThan(2);
    await expect(row).toContainText('fps');
    await expect(card.getByTestId('health-line')).toContainText('fps · ');
    await panel.getByRole('tab', { name: '15 min' }).click();
    await expect(panel.getByRole('img', { name: /^Bitrate, the last 15 minutes: between / })).toBeVisible();
  } finally {
    camera.stop();
  }

  await card.getByRole('button', { name: 'Actions for Organ' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await card.getByRole('textbox', { name: 'Stream name' }).fill('Great Organ');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('heading', { name: 'Great Organ' })).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Great Organ' })).toBeVisible();

  await card.getByRole('button', { name: 'Actions for Great Organ' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(dashboard.getByRole('heading', { name: 'No active streams' })).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(dashboard).toHaveURL(/\/streams$/);

  await expectNoReload();
  expect(faults).toEqual([]);
  await context.close();
});
