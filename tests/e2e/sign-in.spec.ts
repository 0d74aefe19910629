import { expect } from '@playwright/test';
import { test } from '../support/journeys/quiet-test';
import { Member } from '../support/journeys/steps';

test('a member signs in with the keyboard alone, and the form says that it is at work', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const { email, password } = await Member.signUp(elsewhere);
  await elsewhere.close();
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.route(/\/auth\/login$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeDisabled();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { name: 'Your Events' })).toBeVisible();

  await page.goto('/login');
  await expect(page, 'who is signed in has no business here').toHaveURL(/\/app$/);
});

test('the browser itself asks for what is missing, and password managers know the fields', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/login');
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password')];
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await email.fill('not an address');
  await password.fill('x');
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await email.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  expect(asked.filter((url) => url.includes('/auth/login'))).toEqual([]);
});

test('a plan stays in hand between the two forms', async ({ page }) => {
  await page.goto('/login?plan=growth-events');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/signup\?plan=growth-events$/);
  await expect(page.getByText('Plan: Growth Events')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login\?plan=growth-events$/);
});

test('the tagline stands beside the form where there is room', async ({ page }) => {
  await page.goto('/login');
  const tagline = page.getByText('Beautifully simple multi-camera livestreaming that works every time.');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(tagline).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tagline).toBeHidden();
});
