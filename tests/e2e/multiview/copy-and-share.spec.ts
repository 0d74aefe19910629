import { expect } from '@playwright/test';
import { test } from '../../support/journeys/quiet-test';
import { Member } from '../../support/journeys/steps';

test('refused copying and sharing is ignored silently', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  await member.addStream(id);
  await page.addInitScript(() => {
    const forbid = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
    navigator.clipboard.writeText = forbid;
    Object.assign(navigator, { share: forbid });
  });
  await page.goto(`/events/${id}`);
  await page.getByRole('button', { name: 'Show connection details' }).click();
  await page.getByRole('button', { name: 'Copy Ingest address' }).click();
  await page.goto(`/events/${id}/multiview`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForTimeout(300);
  await expect(page.getByText('Link copied!')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0);
});

test('copying and sharing work without the clipboard API, as over HTTP in a LAN', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  await member.addStream(id);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    Object.defineProperty(navigator, 'share', { value: undefined });
  });
  const pasted = async () => {
    const field = page.getByRole('textbox', { name: 'Stream name' });
    await field.fill('');
    await field.press('Control+v');
    return field.inputValue();
  };
  await page.goto(`/events/${id}/multiview`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied!')).toBeVisible();
  const address = page.url();
  await page.goto(`/events/${id}`);
  expect(await pasted()).toBe(address);
  await page.getByRole('button', { name: 'Show connection details' }).click();
  await page.getByRole('button', { name: 'Copy Ingest address' }).click();
  await expect(page.getByText('Copied!')).toBeVisible();
  expect(await pasted()).toBe(await page.getByRole('textbox', { name: 'Ingest address' }).inputValue());
  await expect(page.getByText('Copied!')).toHaveCount(0);
});
