import { expect, type Page } from '@playwright/test';
import { linkMailedTo } from '../../support/journeys/mail';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { alertOf } from '../../support/journeys/refusals';
import { Member, signIn } from '../../support/journeys/steps';

// A signed-out browser and a link that is used twice are refused.
test.use({ expectedFaults: refusedRequest });

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}

test('whoever forgot the password sets a new one by e-mail, and is signed out everywhere else', async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext();
  const member = await Member.signUp(elsewhere);
  const otherPage = await elsewhere.newPage();
  await otherPage.goto('/app');
  await expect(otherPage.getByRole('heading', { name: 'Your Events' })).toBeVisible();

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(member.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText(`If ${member.email} has an account, a link is on its way.`);

  const link = await linkMailedTo(member.email);
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/reset-password#[\w-]{43}$/);
  await page.goto(link);
  await setPassword(page, 'another password');
  await expect(page).toHaveURL(/\/login\?reset=done$/);
  await expect(page.getByRole('status')).toHaveText('Your password is changed. Sign in with the new one.');
  await expect(otherPage).toHaveURL(/\/login$/);
  await signIn(page, member.email, 'another password');
  await expect(page).toHaveURL(/\/app$/);

  // A link works once.
  await page.goto(link);
  await page.reload();
  await setPassword(page, 'a third password');
  await expect(alertOf(page)).toHaveText(
    'This link was used or replaced, or is older than an hour. Ask for a new one.',
  );
  await elsewhere.close();
});

test('who is signed in opens a link too, and goes on with the new password', async ({ page, browser }) => {
  const { email, password } = await Member.signUp(await browser.newContext());
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  const link = await linkMailedTo(email);
  await page.goto('/login');
  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/app$/);
  await page.goto(link);
  await setPassword(page, 'another password');
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await signIn(page, email, 'another password');
  await expect(page).toHaveURL(/\/app$/);
});
