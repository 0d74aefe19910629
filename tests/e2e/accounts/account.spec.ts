import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { linkMailedTo } from '../../support/journeys/mail';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { alertOf } from '../../support/journeys/refusals';
import { Member, signIn } from '../../support/journeys/steps';

/** Signs the member in by the form in a browser of its own. */
async function signInElsewhere(
  browser: Browser,
  { email }: Pick<Member, 'email'>,
  password: string,
): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('/login');
  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/app$/);
  return [context, page];
}

const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');

test('a signed-out visitor of the account is sent to sign in', async ({ page }) => {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login\?next=%2Faccount$/);
});

test('a member opens the account from the menu by keyboard, and changes the name', async ({ page, context }) => {
  await Member.signUp(context);
  await page.goto('/app');
  await page.getByRole('button', { name: 'Account' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await page.getByLabel('First name').fill('Grace');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Name saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Grace');
});

test('a member signs out another browser, and then all others, which leave at once', async ({
  page,
  context,
  browser,
}) => {
  const member = await Member.signUp(context);
  const [firstContext, first] = await signInElsewhere(browser, member, member.password);
  const [secondContext, second] = await signInElsewhere(browser, member, member.password);
  await page.goto('/account');
  await expect(sessions(page)).toHaveCount(3);
  await expect(sessions(page).filter({ hasText: 'This session' })).toHaveCount(1);
  await expect(sessions(page).first()).toContainText(/Chrome on \w+.*127\.0\.0\.1 · last seen/);
  await sessions(page)
    .filter({ hasNotText: 'This session' })
    .first()
    .getByRole('button', { name: /^Sign out Chrome/ })
    .click();
  await expect(sessions(page)).toHaveCount(2);
  // The newest of the two is the first of the list; its page shows no button of ours, and leaves all the same.
  await expect(second).toHaveURL(/\/login$/);
  await expect(first).toHaveURL(/\/app$/);
  await page.getByRole('button', { name: 'Sign out of all other sessions' }).click();
  await expect(sessions(page)).toHaveCount(1);
  await expect(first).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Sign out of all other sessions' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/account$/);
  await firstContext.close();
  await secondContext.close();
});

test.describe('the password', () => {
  test.use({ expectedFaults: refusedRequest });

  test('is changed with the current one, ends other sessions, and is then needed', async ({
    page,
    context,
    browser,
  }) => {
    const member = await Member.signUp(context);
    const [otherContext, other] = await signInElsewhere(browser, member, member.password);
    await page.goto('/account');
    const change = async (current: string, next: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(next);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('a guess', 'another password');
    await expect(alertOf(page)).toHaveText('The current password is wrong.');
    await expect(page, 'a wrong guess signs nobody out').toHaveURL(/\/account$/);
    await change(member.password, 'another password');
    await expect(page.getByText('You are signed out everywhere else.')).toBeVisible();
    await expect(page.getByLabel('Current password')).toHaveValue('');
    await expect(other).toHaveURL(/\/login$/);
    await other.goto('/login');
    await signIn(other, member.email, member.password);
    await expect(alertOf(other)).toHaveText('The e-mail address or the password is wrong.');
    await other.goto('/login');
    await signIn(other, member.email, 'another password');
    await expect(other).toHaveURL(/\/app$/);
    await otherContext.close();
  });
});

test.describe('the email', () => {
  test.use({ expectedFaults: refusedRequest });

  test('is changed by the link that goes to the new one, which then signs in', async ({ page, context, browser }) => {
    const member = await Member.signUp(context);
    const email = `new-${Date.now()}@example.org`;
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'Email' });
    const change = async (password: string) => {
      await section.getByLabel('New email').fill(email);
      await section.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
    };
    await change('a guess');
    await expect(section.getByRole('alert')).toHaveText('The current password is wrong.');
    await change(member.password);
    await expect(section.getByRole('status')).toContainText(`A link is on its way to ${email}.`);
    await expect(page.getByText(`${member.email} · Harbour Church`)).toBeVisible();

    // Opened elsewhere, such as on a phone, where nobody is signed in.
    const elsewhere = await browser.newContext();
    const link = await elsewhere.newPage();
    await link.goto(await linkMailedTo(email));
    const confirm = link.getByRole('button', { name: 'Confirm email' });
    // It is once the page has read the secret; a key pressed before does nothing.
    await expect(confirm).toBeEnabled();
    await confirm.press('Enter');
    await expect(link.getByRole('status')).toHaveText('Your email is changed. Sign in with it from now on.');
    await link.reload();
    await confirm.click();
    await expect(alertOf(link)).toContainText('This link was used or replaced');
    await elsewhere.close();

    await page.reload();
    await expect(page.getByText(`${email} · Harbour Church`)).toBeVisible();
    const [otherContext, other] = await signInElsewhere(browser, { email }, member.password);
    await expect(other).toHaveURL(/\/app$/);
    await otherContext.close();
  });
});

test.describe('a busy server', () => {
  test.use({ expectedFaults: refusedRequest });

  test('is said in the sign-in form, with when to try again', async ({ page }) => {
    const message = 'Too many people are signing in right now. Try again in 5 seconds.';
    await page.route(/\/auth\/login$/, (route) =>
      route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: { error: { code: 'busy', message } } }),
    );
    await page.goto('/login');
    await signIn(page, 'ada@example.org', 'a password');
    await expect(alertOf(page)).toHaveText(message);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the header leads to the account', async ({ page, context }) => {
    await Member.signUp(context);
    await page.goto('/app');
    await page.getByRole('link', { name: 'Account' }).tap();
    await expect(page).toHaveURL(/\/account$/);
    await expect(sessions(page)).toHaveCount(1);
  });
});
