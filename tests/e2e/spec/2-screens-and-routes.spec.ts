import { expect, type Page } from '@playwright/test';
import { test } from '../../support/journeys/quiet-test';
import { createEvent, Member, signIn, signUp } from '../../support/journeys/steps';

// Section 2 of the specification, screen by screen. Each step is named by a sentence of it; literal-texts.spec.ts has its words.

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('Route table and shell', async ({ page, context }) => {
  await test.step('A protected route sends a signed-out visitor to /login, replacing the history entry', async () => {
    await page.goto('/design-system/colors');
    for (const path of ['/app', '/events/1', '/events/1/multiview', '/streams']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login(\?next=|$)/);
    }
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(6);
  });
  await test.step('any other path: redirect to / when signed out', async () => {
    await page.goto('/nowhere');
    await expect(page).toHaveURL(/\/$/);
  });
  await test.step('A brand mark links to / when signed out', async () => {
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sightline' })).toHaveAttribute('href', '/');
  });
  await Member.signUp(context);
  await test.step('any other path: redirect to /app when signed in', async () => {
    await page.goto('/nowhere');
    await expect(page).toHaveURL(/\/app$/);
  });
  await test.step('and to /app when signed in', async () => {
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sightline' })).toHaveAttribute('href', '/app');
  });
  await test.step('A desktop nav with Events (/app) and Streams (/streams); the active item is highlighted', async () => {
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav.getByRole('link', { name: 'Events' })).toHaveAttribute('aria-current', 'page');
    await nav.getByRole('link', { name: 'Streams' }).click();
    await expect(nav.getByRole('link', { name: 'Streams' })).toHaveAttribute('aria-current', 'page');
  });
  await test.step('A theme menu (Light, Dark, System)', async () => {
    await button(page, 'Theme').click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
    await page.keyboard.press('Escape');
  });
});

test('Landing page, sign-up screen and sign-in screen', async ({ page }) => {
  await test.step("Hero with a 'Try … for Free' call to action to /signup", async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Try Sightline for Free' }).click();
    await expect(page).toHaveURL(/\/signup$/);
  });
  await test.step('On success the user is logged in automatically and sent to /app', async () => {
    await signUp(page);
    await expect(page).toHaveURL(/\/app$/);
  });
  await test.step('Logout leads to the sign-in screen', async () => {
    await button(page, 'Account').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
  await test.step('Email (email type, example placeholder, required, autofocus) and Password (required)', async () => {
    const email = page.getByLabel('Email');
    await expect(email).toBeFocused();
    await expect(email).toHaveAttribute('type', 'email');
    await expect(email).toHaveAttribute('placeholder', /@/);
    await expect(email).toHaveJSProperty('required', true);
    await expect(page.getByLabel('Password')).toHaveJSProperty('required', true);
  });
});

test('Sign-in: on success the user goes to /app', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const { email, password } = await Member.signUp(elsewhere);
  await elsewhere.close();
  await page.goto('/login');
  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/app$/);
});

test('Events list, event detail and multi-view', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await Member.signUp(context);
  await page.goto('/app');
  await test.step("Empty state 'No events yet' with a 'Create Event' button", async () => {
    await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
    await expect(button(page, 'Create Event')).toBeVisible();
  });
  await test.step('Create dialog: a required Name field, Cancel and Create buttons', async () => {
    await button(page, 'New Event').click();
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveJSProperty('required', true);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await createEvent(page, 'Gala');
  });
  const name = page.getByRole('textbox', { name: 'Stream name' });
  await test.step("One field 'Stream name' (default 'Camera 1', required, placeholder 'Camera 1')", async () => {
    await expect(name).toHaveValue('Camera 1');
    await expect(name).toHaveAttribute('placeholder', 'Camera 1');
    await expect(name).toHaveJSProperty('required', true);
  });
  await test.step("An 'Add camera' tile that focuses the name field", async () => {
    await button(page, 'Add camera').click();
    await expect(name).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('stream-card')).toHaveCount(1);
  });
  await test.step("A toggle 'Show/Hide connection details'", async () => {
    await button(page, 'Show connection details').click();
    await button(page, 'Hide connection details').click();
  });
  await test.step('A link to /events/{id}/multiview', async () => {
    await page.getByRole('link', { name: 'Open Multiview' }).click();
    await expect(page).toHaveURL(/\/multiview$/);
  });
  await test.step('Buttons for 2, 3 or 4 columns (default 3)', async () => {
    const columns = page.getByRole('group', { name: 'Columns' });
    for (const count of [2, 3, 4])
      await expect(columns.getByRole('button', { name: `${count} columns` })).toBeVisible();
    await expect(columns.getByRole('button', { pressed: true })).toHaveText('3');
  });
  await test.step('A grid of live previews with stream names. Aspect ratio 16:10', async () => {
    const tile = page.getByRole('article', { name: 'Camera 1' });
    await expect(tile.getByText('Camera 1', { exact: true })).toBeVisible();
    const box = await tile.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 10, 2);
  });
  await test.step('A Fullscreen button per stream. The key F toggles fullscreen of the whole page', async () => {
    await expect(button(page, 'Fullscreen Camera 1')).toBeVisible();
    const isWhole = () => page.evaluate(() => document.fullscreenElement === document.documentElement);
    await page.keyboard.press('f');
    await expect.poll(isWhole).toBe(true);
    await page.keyboard.press('f');
    await expect.poll(isWhole).toBe(false);
  });
  await test.step("A Share button: copies the page link and shows 'Link copied!' for 1.5 s", async () => {
    await page.mouse.move(300, 300);
    await button(page, 'Share').click();
    await expect(page.getByText('Link copied!')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await expect(page.getByText('Link copied!')).toHaveCount(0, { timeout: 2_500 });
  });
  await test.step('A Back link to /events/{id}; a link Back to events to /app', async () => {
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Back to events' }).click();
    await expect(page).toHaveURL(/\/app$/);
  });
  await test.step("Each card links to /events/{id}; a card with is_default shows a 'Default' badge", async () => {
    const card = page.getByTestId('event-card');
    await expect(card.getByText('Default')).toBeVisible();
    await expect(card.getByRole('link', { name: 'Gala' })).toHaveAttribute('href', /^\/events\/[\w-]+$/);
    await expect(card.getByRole('link', { name: 'Open Multiview' })).toHaveAttribute('href', /\/multiview$/);
  });
  await test.step("Dashboard: badges for the active and the total count, and 'No active streams'", async () => {
    await page.goto('/streams');
    await expect(page.getByText('0 active')).toBeVisible();
    await expect(page.getByText('1 total')).toBeVisible();
    await expect(page.getByText('No active streams')).toBeVisible();
  });
});
