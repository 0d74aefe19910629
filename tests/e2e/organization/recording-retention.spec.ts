import { expect } from '@playwright/test';
import { test } from '../../support/journeys/quiet-test';
import { Member } from '../../support/journeys/steps';

test('an owner chooses how long recordings are kept, and the audit trail says so', async ({ page, context }) => {
  await Member.signUp(context);
  await page.goto('/organization');
  const days = page.getByLabel('Delete after days');
  const gigabytes = page.getByLabel('Gigabytes to keep');
  await expect(days).toHaveValue('');
  await days.fill('30');
  await page.getByRole('button', { name: 'Save retention' }).click();
  await expect(page.getByText('Retention saved')).toBeVisible();
  await page.reload();
  await expect(days).toHaveValue('30');
  await expect(gigabytes).toHaveValue('');
  await page.goto('/organization/audit');
  await expect(page.getByRole('list', { name: 'Audit trail' })).toContainText('how long recordings are kept');
});

test('deleting an event says how many recordings go with it, and how much that is', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Spring Festival');
  const recording = (name: string) => ({
    id: crypto.randomUUID(),
    type: 'recording',
    attributes: {
      event_id: id,
      stream_id: null,
      camera_name: name,
      started_at: '2026-05-01T19:00:00.000Z',
      ended_at: '2026-05-01T20:00:00.000Z',
      size_bytes: 1_800_000_000,
      offset_ms: 0,
      upload: null,
    },
  });
  await page.route(/\/events\/[\w-]+\/recordings/, (route) =>
    route.fulfill({ json: { data: [recording('One'), recording('Two')], meta: { next_cursor: null } } }),
  );
  await page.goto('/app');
  await page.getByRole('button', { name: 'Actions for Spring Festival' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Its 2 recordings of 3.6 GB are gone for good.');
});
