import { expect } from '@playwright/test';
import { test } from '../support/journeys/quiet-test';
import { Member } from '../support/journeys/steps';

// While a page leaves the room of a deleted event, the room guard has LiveKit end its connection (docs/decisions/0036).
// Where LiveKit is the faster one, its client logs that.
test.use({
  expectedFaults:
    /^(DataChannel error on |publisher data channel '\w+' closed unexpectedly|error reading from signal stream)/,
});

test("another member's new, renamed and deleted event shows by itself on every page", async ({
  page: list,
  context,
}) => {
  const member = await Member.signUp(context);
  const [event, multiview] = [await context.newPage(), await context.newPage()];
  await list.goto('/app');
  await expect(list.getByRole('heading', { name: 'No events yet' })).toBeVisible();

  const { id } = await member.createEvent('Harvest Festival');
  await expect(list.getByRole('article', { name: 'Harvest Festival' })).toContainText('Default');
  await event.goto(`/events/${id}`);
  await multiview.goto(`/events/${id}/multiview`);
  for (const page of [event, multiview])
    await expect(page.getByRole('heading', { name: 'Harvest Festival' })).toBeVisible();
  const pages = [list, event, multiview];
  for (const page of pages) await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await member.call('PATCH /events/{id}', { params: { id }, body: { event: { name: 'Spring Festival' } } });
  await expect(list.getByRole('article', { name: 'Spring Festival' })).toBeVisible();
  for (const page of [event, multiview])
    await expect(page.getByRole('heading', { name: 'Spring Festival' })).toBeVisible();

  await member.call('DELETE /events/{id}', { params: { id } });
  await expect(list.getByRole('heading', { name: 'No events yet' })).toBeVisible();
  await expect(event).toHaveURL(/\/app$/);
  await expect(event.getByText('Event deleted: Spring Festival')).toBeVisible();
  await expect(multiview.getByRole('alert').filter({ hasText: 'This event was deleted.' })).toBeVisible();
  for (const page of pages) expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});
