import { expect } from '@playwright/test';
import { test } from '../support/journeys/quiet-test';

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

test('only the last name may be left out, and the browser knows what to fill in', async ({ page }) => {
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

test('a plan that nobody sells is not shown', async ({ page }) => {
  await page.goto('/signup?plan=%3Cb%3Efree%3C/b%3E');
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await expect(page.getByText(/^Plan:/)).toHaveCount(0);
});
