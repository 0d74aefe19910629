import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { failureTexts } from '../../support/journeys/literal-texts';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { alertOf } from '../../support/journeys/refusals';
import { holdBack, Member, signIn } from '../../support/journeys/steps';

test('a member signs in by keyboard alone, and the form shows that it is pending', async ({ page, browser }) => {
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
  await expect(page, 'signed-in users are redirected').toHaveURL(/\/app$/);
});

test('the browser validates the fields, and password managers recognize them', async ({ page }) => {
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

test('sign-in leads back to the page that was asked for, and to no other site', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const member = await Member.signUp(elsewhere);
  await elsewhere.close();
  await page.goto('/streams?show=trouble');
  await expect(page).toHaveURL(/\/login\?next=%2Fstreams%3Fshow%3Dtrouble$/);
  await signIn(page, member.email, member.password);
  await expect(page).toHaveURL(/\/streams\?show=trouble$/);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page, 'who leaves asked for nothing').toHaveURL(/\/login$/);

  for (const site of ['https://evil.example/app', '//evil.example', '/\\evil.example']) {
    await page.goto(`/login?next=${encodeURIComponent(site)}`);
    await signIn(page, member.email, member.password);
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/app$/);
    await page.evaluate(() => localStorage.clear());
  }
});

test('the plan is kept between the two forms', async ({ page }) => {
  await page.goto('/login?plan=growth-events');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/signup\?plan=growth-events$/);
  await expect(page.getByText('Plan: Growth Events')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login\?plan=growth-events$/);
});

test('the tagline stands beside the form on wide screens, and below it on narrow ones', async ({ page }) => {
  await page.goto('/login');
  const tagline = page.getByText('Beautifully simple multi-camera livestreaming that works every time.');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(tagline).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tagline).toBeVisible();
});

test.describe('a refused sign-in', () => {
  // Failures of section 8 of the specification.
  test.use({ expectedFaults: refusedRequest });

  test('shows the server’s message or a fallback, and clears it on the next attempt', async ({ page }) => {
    await page.goto('/login');
    await signIn(page, 'nobody@example.org', 'wrong');
    await expect(alertOf(page)).toHaveText('The e-mail address or the password is wrong.');

    await page.route(/\/auth\/login$/, (route) => route.abort());
    const answer = await holdBack(page, /\/auth\/login$/);
    await signIn(page, 'nobody@example.org', 'wrong');
    await expect(page.getByRole('button', { name: 'Signing in…' })).toBeDisabled();
    await expect(alertOf(page)).toHaveCount(0);
    answer();
    await expect(alertOf(page)).toHaveText(failureTexts.signIn);
    await expect(page).toHaveURL(/\/login$/);
  });

  test('shows how long to wait after too many attempts', async ({ page }) => {
    const user = { email: `guessed-${randomUUID()}@example.org`, password: 'a guess' };
    for (let count = 0; count < 10; count++) {
      // A forged address does not reset the count.
      const headers = { 'x-client-address': `192.0.2.${count}` };
      await page.request.post('/api/v1/auth/login', { data: { user }, headers });
    }
    await page.goto('/login');
    await signIn(page, user.email, user.password);
    await expect(alertOf(page)).toHaveText('Too many attempts to sign in. Try again in 5 minutes.');
  });

  test('a refused stored token is discarded, and the user is signed out', async ({ page }) => {
    await page.goto('/login');
    await page.evaluate(() => localStorage.setItem('sl_token', 'nonsense'));
    await page.goto('/app');
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('sl_token'))).toBeNull();
  });
});
