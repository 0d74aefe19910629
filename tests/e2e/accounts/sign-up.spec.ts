import { expect } from '@playwright/test';
import { failureTexts } from '../../support/journeys/literal-texts';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { alertOf, errorList, errorMessage, refuse } from '../../support/journeys/refusals';
import { Member } from '../../support/journeys/steps';

test('a visitor with a plan creates an account and is signed in with it', async ({ page }) => {
  await page.goto('/signup?plan=starter');
  await expect(page.getByRole('heading', { name: 'Get started with Sightline', level: 1 })).toBeVisible();
  await expect(page.getByText('Plan: Starter')).toBeVisible();
  await page.route(/\/auth\/signup$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByLabel('Organization name').fill('Harbour Church');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill(`ada-${Date.now()}-sign-up@example.org`);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('button', { name: 'Creating…' })).toBeDisabled();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
});

test('only the last name is optional, and the browser recognizes the fields', async ({ page }) => {
  await page.goto('/signup');
  const fields = [
    { label: 'Organization name', required: true, autocomplete: 'organization' },
    { label: 'First name', required: true, autocomplete: 'given-name' },
    { label: 'Last name', required: false, autocomplete: 'family-name' },
    { label: 'Email', required: true, autocomplete: 'email' },
    { label: 'Password', required: true, autocomplete: 'new-password' },
  ];
  for (const { label, required, autocomplete } of fields) {
    const field = page.getByLabel(label);
    await expect(field).toHaveJSProperty('required', required);
    await expect(field).toHaveAttribute('autocomplete', autocomplete);
  }
});

test('an unknown plan is not shown', async ({ page }) => {
  await page.goto('/signup?plan=%3Cb%3Efree%3C/b%3E');
  await expect(page.getByText('Create an account', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(1);
  await expect(page.getByText(/^Plan:/)).toHaveCount(0);
});

test.describe('a refused sign-up', () => {
  // Failures of section 8 of the specification.
  test.use({ expectedFaults: refusedRequest });

  test('shows the server’s errors in every shape, and stays on the form', async ({ page, browser }) => {
    const elsewhere = await browser.newContext();
    const { email } = await Member.signUp(elsewhere);
    await elsewhere.close();
    await page.goto('/signup');
    const signUp = async (password: string) => {
      await page.getByLabel('Organization name').fill('Harbour Church');
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
    };
    await signUp('short');
    await expect(alertOf(page)).toHaveText('Password must have at least 8 characters.');
    await expect(page.getByLabel('Password')).toBeFocused();
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Password must have at least 8 characters\./);
    await signUp('long enough');
    await expect(alertOf(page)).toHaveText('There is already an account with this e-mail address.');
    await expect(page.getByLabel('Email')).toBeFocused();

    const answers: [object, string | RegExp][] = [
      [errorList('One.', 'Two.'), /^One\.\nTwo\.$/],
      [{ error: { errors: { a: ['One.'], b: ['Two.', 'Three.'] } } }, /^One\.\nTwo\.\nThree\.$/],
      [{ error: { message: 'The message.', errors: {} } }, 'The message.'],
      [errorMessage('The message.'), 'The message.'],
      [{ error: { message: 42 } }, failureTexts.signUp],
      [{}, failureTexts.signUp],
    ];
    for (const [body, text] of answers) {
      await refuse(page, 'POST', /\/auth\/signup$/, body);
      await signUp('long enough');
      await expect(alertOf(page)).toHaveText(text);
    }
    await expect(page.getByLabel('Organization name')).toHaveValue('Harbour Church');
    await expect(page).toHaveURL(/\/signup$/);
  });
});
