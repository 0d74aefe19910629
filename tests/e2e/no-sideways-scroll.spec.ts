import { expect, type Page } from '@playwright/test';
import { refusedRequest, test } from '../support/journeys/quiet-test';
import { memberScreens, publicScreens, type Screen } from '../support/journeys/screens';

/** 640 is 1280 at 200 % zoom. */
const widths = [360, 390, 640, 820, 1440, 2560, 3840];

async function expectNoSidewaysScroll(page: Page, screens: Screen[]): Promise<void> {
  for (const { name, path, landmark } of screens) {
    await page.goto(path);
    await expect(landmark(page)).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const overflowPx = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(overflowPx, `${name} at ${width} px`).toBe(0);
    }
    const details = page.getByRole('button', { name: 'Show connection details' });
    if ((await details.count()) === 0) continue;
    await page.setViewportSize({ width: widths[0] ?? 0, height: 900 });
    await details.click();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${name} with its connection details`,
    ).toBe(true);
  }
}

test.describe('in public', () => {
  // Single sign-on without a provider is refused.
  test.use({ expectedFaults: refusedRequest });

  test('no public page scrolls sideways at any width', async ({ page }) => {
    test.slow();
    await expectNoSidewaysScroll(page, publicScreens);
  });
});

test('no signed-in page scrolls sideways at any width, however long the names', async ({ page, context }) => {
  test.slow();
  await expectNoSidewaysScroll(page, await memberScreens(context));
});
