import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/journeys/quiet-test';
import { Member } from '../support/journeys/steps';

const maxTabs = 60;

/** Presses Tab, or Shift+Tab, until an element has focus. @throws if it never has */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let count = 0; count < maxTabs; count++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
  }
  throw new Error(`Tab never reaches ${target}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Closes a dialog by Escape, after which what has opened it has the focus. */
async function leaveByEscape(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

test('Control+K finds a camera, a page and a command; the first Tab skips the header', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  const { id: streamId } = await member.addStream(id, 'Pulpit');
  await page.goto('/app');
  await expect(page.getByRole('article', { name: 'Harvest Festival' })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const run = async (words: string, found: string) => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(words);
    await expect(palette.getByRole('option').first()).toContainText(found);
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
  };
  await run('harvest pulp', 'Pulpit');
  await expect(page).toHaveURL(`/streams?stream=${streamId}`);
  await run('audit', 'Audit trail');
  await expect(page).toHaveURL('/organization/audit');
  await run('theme dark', 'dark');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await run('turn on', 'Pulpit');
  await expect
    .poll(() => member.call('GET /streams/{id}', { params: { id: streamId } }))
    .not.toMatchObject({ attributes: { status: 'idle' } });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nothing like this');
  await expect(palette.getByText('Nothing here matches “nothing like this”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('the main job is done by keyboard alone', async ({ page, context }) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await press(page, page.getByRole('link', { name: /for free/i }).first());
  await expect(page).toHaveURL(/\/signup/);
  await type(page, page.getByLabel('Organization name'), 'Harbour Church');
  await type(page, page.getByLabel('First name'), 'Ada');
  await type(page, page.getByLabel('Email'), `keys-${Date.now()}@example.org`);
  await type(page, page.getByLabel('Password'), 'correct horse');
  await page.keyboard.press('Enter');

  await press(page, page.getByRole('button', { name: 'New Event' }));
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.insertText('Sunday Service');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Sunday Service' })).toBeVisible();

  await type(page, page.getByRole('textbox', { name: 'Stream name' }), 'Pulpit');
  await press(page, page.getByRole('button', { name: 'Add camera' }));
  await expect(page.getByRole('textbox', { name: 'Stream name' })).toBeFocused();
  await page.keyboard.press('Enter');
  const card = page.getByRole('article', { name: 'Pulpit' });
  await press(page, card.getByRole('switch', { name: 'Pulpit: Off' }), ' ');
  // Starting a worker takes time on a busy machine.
  await expect(card.getByRole('switch', { name: 'Pulpit: On' })).toBeVisible({ timeout: 30_000 });

  await press(page, card.getByRole('button', { name: 'Show connection details' }));
  await press(page, card.getByRole('button', { name: 'Copy Ingest address' }));
  await expect(card.getByText('Copied!')).toBeVisible();
  const address = await card.getByRole('textbox', { name: 'Ingest address' }).inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  // A menu opens, moves, closes by Escape, and returns focus.
  const menu = card.getByRole('button', { name: 'Actions for Pulpit' });
  await press(page, menu);
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Record when on' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await leaveByEscape(page, page.getByRole('alertdialog'), menu);

  await press(page, page.getByRole('link', { name: /multi-?view/i }).first());
  await expect(page.getByTestId('multiview-tile')).toBeVisible();
  const help = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await press(page, help);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused();
  await leaveByEscape(page, page.getByRole('dialog'), help);
  const presets = page.getByRole('button', { name: 'Presets' });
  await press(page, presets);
  await leaveByEscape(page, page.getByRole('dialog'), presets);
  await expect(page).toHaveURL(/\/multiview$/);
});
