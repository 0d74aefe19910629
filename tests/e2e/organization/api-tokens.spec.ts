import { expect } from '@playwright/test';
import { test } from '../../support/journeys/quiet-test';
import { Member } from '../../support/journeys/steps';

test('an owner creates an API token, a program uses it, and it ends when it is revoked', async ({
  page,
  context,
  request,
}) => {
  await Member.signUp(context);
  await page.goto('/organization/tokens');
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Tally lights');
  await dialog.getByText('Read and write').click();
  await expect(dialog.getByText('like a member')).toBeVisible();
  await dialog.getByLabel('Expires after').selectOption('30 days');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const shown = dialog.getByLabel('Tally lights', { exact: true });
  await expect(shown).toHaveValue(/^sl_[\w-]{43}$/);
  const token = await shown.inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const rows = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Read and write');
  await expect(rows).toContainText(`sl_…${token.slice(-4)}`);
  await expect(rows).toContainText(/Expires on .* · never used/);
  expect(await page.content()).not.toContain(token);

  const call = () => request.get('/api/v1/events', { headers: { authorization: `Bearer ${token}` } });
  expect((await call()).status()).toBe(200);
  await page.reload();
  await expect(rows).toContainText(/last used .* from 127\.0\.0\.1/);
  await page.getByRole('button', { name: 'Revoke Tally lights' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No API tokens yet')).toBeVisible();
  expect((await call()).status()).toBe(401);
});
