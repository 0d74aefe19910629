import { expect } from '@playwright/test';
import { test } from '../support/journeys/quiet-test';

test('the reference shows the actual value of every step in both themes at once', async ({ page }) => {
  await page.goto('/design-system/colors');
  for (const theme of ['Light', 'Dark']) {
    const specimen = page.getByRole('region', { name: `${theme} theme` });
    const names = await specimen.getByTestId('swatch').allTextContents();
    for (const token of [...Array.from({ length: 12 }, (_, index) => `n${index + 1}`), 'green', 'amber', 'red', 'blue'])
      expect(names.filter((name) => name.startsWith(`${token} `))).toHaveLength(1);
    for (const state of ['Live', 'Live, unsteady', 'Turning on', 'Failed', 'Off', 'Unknown'])
      await expect(specimen.getByText(state, { exact: true })).toBeVisible();
  }
  const dark = page.getByRole('region', { name: 'Dark theme' });
  await expect(dark.getByText('oklch(0.16 0.008 255)').first()).toBeVisible();
  await expect(dark.getByText('1.0:1').first()).toBeVisible();
});

test('all text colors have enough contrast to the canvas', async ({ page }) => {
  await page.goto('/design-system/colors');
  for (const theme of ['Light', 'Dark'])
    for (const token of ['n10', 'n11', 'n12', 'green', 'amber', 'red', 'blue']) {
      const swatch = page
        .getByRole('region', { name: `${theme} theme` })
        .getByTestId('swatch')
        .filter({ hasText: new RegExp(`^${token} `) });
      const ratio = swatch.getByText(/^[\d.]+:1$/);
      await expect(ratio).toBeVisible();
      expect(Number.parseFloat((await ratio.textContent()) ?? ''), `${token}, ${theme}`).toBeGreaterThanOrEqual(4.5);
    }
});

test('the page switches its own theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/design-system/colors');
  const themes = page.getByRole('group', { name: 'Theme of this page' });
  await expect(themes.getByRole('radio', { name: 'System' })).toBeChecked();
  await themes.getByText('Dark').click();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await page.reload();
  await expect(themes.getByRole('radio', { name: 'Dark' })).toBeChecked();
});
