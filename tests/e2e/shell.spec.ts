import { type BrowserContext, expect, type Page } from '@playwright/test';
import { refusedRequest, test } from '../support/journeys/quiet-test';
import { Member, removeRoom } from '../support/journeys/steps';

test.describe.configure({ mode: 'parallel' });

/** The page's theme before its first script of ours has run. */
const themeAtFirstPaint = async (page: Page): Promise<string> => {
  await page.route(/\/_next\/static\/.*\.js$/, (route) => route.abort());
  await page.goto('/design-system/colors', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page.evaluate(() => document.documentElement.classList.value.match(/\b(light|dark)\b/)?.[0] ?? 'none');
};

const theme = (page: Page) =>
  expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme));

test('the header links to the pages, and marks the current one', async ({ page, context }) => {
  await Member.signUp(context);
  await page.goto('/app');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Events' })).toHaveAttribute('aria-current', 'page');
  await navigation.getByRole('link', { name: 'Streams' }).click();
  await expect(page).toHaveURL(/\/streams$/);
  await expect(navigation.getByRole('link', { name: 'Streams' })).toHaveAttribute('aria-current', 'page');
  await expect(navigation.getByRole('link', { name: 'Events' })).not.toHaveAttribute('aria-current');
  await page.getByRole('link', { name: 'Color Preview' }).click();
  await expect(page.getByRole('heading', { name: 'Color Preview' })).toBeVisible();
  await page.mouse.wheel(0, 2_000);
  await expect(page.getByRole('banner'), 'the header stays').toBeInViewport();
  await page.getByRole('link', { name: 'Sightline' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('the account menu opens by keyboard, and logs out in every tab', async ({ page, context }) => {
  const { email } = await Member.signUp(context);
  await page.goto('/app');
  await page.evaluate(() => sessionStorage.setItem('kept', 'yes'));
  const account = page.getByRole('button', { name: 'Account' });
  await account.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menu')).toContainText(email);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(account).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('sl_token'))).toBeNull();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a drawer of 250 px has the navigation, and the header Logout', async ({ page, context }) => {
    await Member.signUp(context);
    await page.goto('/app');
    await page.getByRole('button', { name: 'Menu' }).tap();
    const drawer = page.getByRole('dialog');
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(250);
    await expect(drawer.getByRole('link')).toHaveText(['Events', 'Streams', 'Organization', 'Color Preview']);
    await expect(drawer.getByRole('link', { name: 'Events' })).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await page.getByRole('button', { name: 'Menu' }).tap();
    await drawer.getByRole('link', { name: 'Streams' }).tap();
    await expect(page).toHaveURL(/\/streams$/);
    await expect(drawer).toHaveCount(0);
    await page.getByRole('button', { name: 'Logout' }).tap();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe('the theme', () => {
  test('is chosen by menu, stored under the product’s name, and shared by all tabs', async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    const other = await context.newPage();
    await other.goto('/login');
    await theme(page).toBe('light');
    await page.bringToFront();
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name }).click();
    };
    await choose('Dark');
    await theme(page).toBe('dark');
    await theme(other).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('sightline-theme'))).toBe('dark');
    await page.getByRole('button', { name: 'Theme' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);

    await choose('System');
    await theme(page).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await theme(page).toBe('dark');
  });

  const newPage = async (context: BrowserContext, stored?: string) => {
    if (stored) await context.addInitScript((value) => localStorage.setItem('sightline-theme', value), stored);
    return context.newPage();
  };
  for (const [device, stored, expected] of [
    ['dark', 'light', 'light'],
    ['light', 'dark', 'dark'],
    ['dark', undefined, 'dark'],
  ] as const) {
    test(`on a ${device} device, with ${stored ?? 'nothing'} stored, never flashes`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme: device });
      expect(await themeAtFirstPaint(await newPage(context, stored))).toBe(expected);
      await context.close();
    });
  }
});

test.describe('a toast', () => {
  test.use({ expectedFaults: refusedRequest });

  const toast = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Error' });

  /** Opens an event and makes the server refuse a stream. From then on the test moves the clock. */
  const provokeToast = async (page: Page, context: BrowserContext) => {
    const member = await Member.signUp(context);
    const { id } = await member.createEvent();
    const refusal = { error: { message: 'No.', errors: ['The first reason.', 'The second reason.'] } };
    await page.route(/\/api\/v1\/streams$/, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 422, json: refusal }) : route.fallback(),
    );
    // Joining a room would time out by this clock.
    await removeRoom(page);
    await page.clock.install();
    await page.goto(`/events/${id}`);
    await addStream(page);
    await expect(toast(page)).toBeVisible();
  };
  const addStream = (page: Page) => page.getByRole('button', { name: 'Add stream' }).click();
  const letTimePass = (page: Page) => page.clock.runFor(20_000);

  test('has a title, a description and a close button, and closes by itself', async ({ page, context }) => {
    await provokeToast(page, context);
    await expect(toast(page)).toContainText('The first reason.');
    await expect(toast(page)).toContainText('The second reason.');
    await toast(page).getByRole('button', { name: 'Close' }).click();
    await expect(toast(page)).toHaveCount(0);
    await addStream(page);
    await expect(toast(page)).toBeVisible();
    await page.mouse.move(0, 0);
    await letTimePass(page);
    await expect(toast(page)).toHaveCount(0);
  });

  test('F8 focuses it, it stays while it has focus, and Escape closes it from anywhere', async ({ page, context }) => {
    await provokeToast(page, context);
    await page.keyboard.press('F8');
    await letTimePass(page);
    await expect(toast(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await letTimePass(page);
    await expect(toast(page)).toBeVisible();
    await page.getByRole('textbox', { name: 'Stream name' }).focus();
    await letTimePass(page);
    await expect(toast(page)).toHaveCount(0);

    await addStream(page);
    await expect(toast(page)).toBeVisible();
    await page.getByRole('textbox', { name: 'Stream name' }).focus();
    await page.keyboard.press('Escape');
    await expect(toast(page)).toHaveCount(0);
  });

  test('leaves Escape to a menu that is open', async ({ page, context }) => {
    await provokeToast(page, context);
    await page.getByRole('button', { name: 'Theme' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(toast(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(toast(page)).toHaveCount(0);
  });

  test('has its area on every page, where F8 focuses it', async ({ page, context }) => {
    const member = await Member.signUp(context);
    const { id } = await member.createEvent();
    for (const path of ['/', '/design-system/colors', '/app', `/events/${id}/multiview`]) {
      await page.goto(path);
      const area = page.getByRole('region', { name: /^Notifications/ });
      await expect(area).toBeAttached();
    }
  });

  test('stays under the pointer, and closes by a swipe', async ({ page, context }) => {
    await provokeToast(page, context);
    await toast(page).hover();
    await letTimePass(page);
    await expect(toast(page)).toBeVisible();
    const box = await toast(page).getByText('The first reason.').boundingBox();
    if (!box) throw new Error('the toast has no place');
    // On its text, which the mouse would select. As far as a hand does it.
    const [x, y] = [box.x + 20, box.y + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 100, y + 4, { steps: 5 });
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
    await page.mouse.up();
    await expect(toast(page)).toHaveCount(0);
  });

  test('is the only one shown, and at most 420 px wide', async ({ page, context }) => {
    await provokeToast(page, context);
    await addStream(page);
    await expect(page.locator('[data-sonner-toast][data-visible="true"]')).toHaveCount(1);
    await expect.poll(async () => (await toast(page).first().boundingBox())?.width).toBe(420);
    await page.setViewportSize({ width: 360, height: 780 });
    await expect.poll(async () => (await toast(page).first().boundingBox())?.width).toBeLessThanOrEqual(328);
  });
});
