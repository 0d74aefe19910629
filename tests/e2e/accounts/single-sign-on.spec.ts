import { type BrowserContext, expect } from '@playwright/test';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { alertOf } from '../../support/journeys/refusals';
import { Member, signInAtProvider } from '../../support/journeys/steps';

// An account with a password is refused until the password connects it.
test.use({ expectedFaults: refusedRequest });

/** Every address that the browser asks for from now on, and where it says it comes from. */
function addressesOf(context: BrowserContext): string[] {
  const addresses: string[] = [];
  context.on('request', (request) => addresses.push(`${request.url()} ${request.headers().referer ?? ''}`));
  return addresses;
}

test('a member connects their account to the identity provider, and from then on comes in by it alone', async ({
  page,
  context,
  browser,
}) => {
  const member = await Member.signUp(await browser.newContext());
  const addresses = addressesOf(context);
  await signInAtProvider(page, member.email);
  await expect(page.getByRole('heading', { name: 'Connect your account' })).toBeVisible();
  await expect(page.getByText(`There is already an account for ${member.email}.`)).toBeVisible();
  await page.getByLabel('Password').fill('a guess');
  await page.keyboard.press('Enter');
  await expect(alertOf(page)).toHaveText('Wrong password.');
  await page.getByLabel('Password').fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app$/);

  // The token is in no address and no referrer, and the code in no script's reach.
  const token = await page.evaluate(() => localStorage.getItem('sl_token'));
  expect(token).toMatch(/^eyJ/);
  expect(addresses.filter((address) => address.includes(token ?? '?'))).toEqual([]);
  const code = (await context.cookies(`${new URL(page.url()).origin}/api/v1/auth/sso_session`)).find(
    ({ name }) => name === 'sso.code',
  );
  expect(code).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/v1/auth/sso_session' });
  expect(addresses.filter((address) => address.includes(code?.value ?? '?'))).toEqual([]);

  const later = await (await browser.newContext()).newPage();
  // A link to one of our pages leads there, by way of the identity provider.
  await signInAtProvider(later, member.email, '/account');
  await expect(later).toHaveURL(/\/account$/);
  await expect(later.getByText(member.email).first()).toBeVisible();
});

test('whom nobody has invited is told so at the sign-in page', async ({ page }) => {
  await signInAtProvider(page, `stranger-${Date.now()}@example.org`);
  await expect(page).toHaveURL(/\/login\?sso=not_invited$/);
  await expect(alertOf(page)).toHaveText('You have no access yet. Ask an admin to invite you.');
});
