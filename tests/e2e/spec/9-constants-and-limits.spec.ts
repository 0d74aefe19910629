import { expect } from '@playwright/test';
import { test } from '../../support/journeys/quiet-test';
import { disconnectCable } from '../../support/journeys/refusals';
import { holdBack, Member } from '../../support/journeys/steps';

// Section 9 of the specification, as far as a page shows it; unit tests hold its polling, back-off and levels.

test('What is kept in local storage, how many placeholders there are, and how columns and toasts are', async ({
  page,
  context,
  browser,
}) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Gala');
  await member.addStream(id);
  await test.step("Session token under a key prefixed with the product's initials; theme under a product-named key", async () => {
    await page.goto('/app');
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['sightline-theme', 'sl_token']);
  });
  await test.step('Events grid 1, 2 or 3 columns; 4 loading placeholders', async () => {
    await disconnectCable(page);
    const answer = await holdBack(page, /\/api\/v1\/events$/, 'GET');
    await page.reload();
    const places = page.locator('main [aria-hidden="true"].rounded-lg.bg-raised');
    await expect(places).toHaveCount(4);
    for (const [width, columns] of [
      [390, 1],
      [820, 2],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const lefts = () => places.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size);
      await expect.poll(lefts).toBe(columns);
    }
    answer();
  });
  await test.step('Multi-view columns 2, 3 or 4, default 3; Auto is one press away and remembered', async () => {
    const columns = page.getByRole('group', { name: 'Columns' });
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`/events/${id}/multiview`);
      await expect(columns.getByRole('button', { pressed: true }), `at ${width} px`).toHaveText('3');
      await expect(page.getByText('Auto shows larger pictures.')).toHaveCount(width === 390 ? 1 : 0);
    }
    await columns.getByRole('button', { name: 'Auto' }).click();
    await page.goto(`/events/${id}/multiview`);
    await expect(columns.getByRole('button', { pressed: true })).toHaveText('Auto');
  });
  await test.step('An owner chooses what multiviews open with for everybody else', async () => {
    await page.goto('/organization');
    await page.getByLabel('Multiview layout').selectOption('2 columns');
    await expect(page.getByText('Layout saved')).toBeVisible();
    const elsewhere = await browser.newContext();
    await member.signIn(elsewhere);
    const fresh = await elsewhere.newPage();
    await fresh.goto(`/events/${id}/multiview`);
    await expect(fresh.getByRole('group', { name: 'Columns' }).getByRole('button', { pressed: true })).toHaveText('2');
    await elsewhere.close();
  });
});
