import { expect, type Page } from '@playwright/test';

/** Fills in the sign-up form that the page shows, and waits for the events list. */
export async function signUp(page: Page): Promise<void> {
  await page.getByLabel('Organization name').fill('Harbour Church');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill(`ada-${Date.now()}@example.org`);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Your Events' })).toBeVisible();
}

/** Creates an event on the events list and opens it. */
export async function createEvent(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New Event' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('article', { name }).getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}
