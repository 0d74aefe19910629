import { expect } from '@playwright/test';
import { test } from '../../support/journeys/quiet-test';
import { Member } from '../../support/journeys/steps';

test('an owner reads who did what, and asks for one thing, one action, one day', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Gala');
  const stream = await member.addStream(id, 'Wide');
  await member.call('PATCH /streams/{id}', { params: { id: stream.id }, body: { stream: { name: 'Close-up' } } });
  await member.call('POST /streams/{id}/rotate_key', { params: { id: stream.id } });
  await page.goto('/organization/audit');
  const lines = page.getByRole('list', { name: 'Audit trail' }).getByRole('listitem');
  await expect(lines.nth(0)).toContainText(/^Ada Lovelace changed the stream key of Close-up\..* · 127\.0\.0\.1$/);
  await expect(lines.nth(1)).toContainText('Ada Lovelace renamed the camera Wide to Close-up.');
  await expect(lines.nth(3)).toContainText('Ada Lovelace created the event Gala.');
  await expect(lines.last()).toContainText('Ada Lovelace created the organization Harbour Church.');

  await lines.nth(0).getByRole('button', { name: 'Close-up' }).click();
  await expect(lines).toHaveCount(3);
  await page.getByLabel('Action', { exact: true }).selectOption('Renamed the camera');
  await expect(lines).toHaveCount(1);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(lines).toHaveCount(6);
  await page.getByLabel('Person', { exact: true }).selectOption('Ada Lovelace');
  await expect(lines).toHaveCount(6);
});

test('a trail of more than a page shows the earlier lines when asked', async ({ page, context }) => {
  const member = await Member.signUp(context);
  for (let index = 0; index < 51; index++) await member.createEvent(`Event ${index}`);
  await page.goto('/organization/audit');
  const lines = page.getByRole('list', { name: 'Audit trail' }).getByRole('listitem');
  await expect(lines).toHaveCount(50);
  await page.getByRole('button', { name: 'Show earlier lines' }).click();
  await expect(lines).toHaveCount(53);
  await expect(page.getByRole('button', { name: 'Show earlier lines' })).toHaveCount(0);
});
