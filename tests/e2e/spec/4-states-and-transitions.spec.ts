import { expect } from '@playwright/test';
import type { StreamJson } from '@/lib/contracts/streams';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { disconnectCable } from '../../support/journeys/refusals';
import { countNoFrames, holdBack, Member } from '../../support/journeys/steps';

// Section 4 of the specification. Toasts and the theme are in ../shell.spec.ts.

test.use({ expectedFaults: refusedRequest, expectedAnswerFaults: /^GET \/streams answers/ });

test('Session: the token is stored, checked on start, and removed on logout', async ({ page, context }) => {
  await test.step('If the current user cannot be fetched the token is dropped and the session ends', async () => {
    await page.goto('/login');
    await page.evaluate(() => localStorage.setItem('sl_token', 'nonsense'));
    await page.goto('/app');
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('sl_token'))).toBeNull();
  });
  await Member.signUp(context);
  await test.step('On logout all of these are cleared and the stored token is removed', async () => {
    await page.goto('/app');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('sl_token'))).toBeNull();
  });
});

test('Stream status values', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Gala');
  const stream = await member.addStream(id, 'Pulpit');
  await page.goto(`/events/${id}`);
  const power = page.getByRole('switch');
  await test.step('Pressing On calls start and sets status to provisioning; the button is disabled meanwhile', async () => {
    const answer = await holdBack(page, /\/start$/);
    await power.click();
    await expect(page.getByText('Turning on').first()).toBeVisible();
    await expect(power).toBeDisabled();
    answer();
    await expect(page.getByRole('switch', { name: 'Pulpit: On' })).toBeEnabled({ timeout: 30_000 });
  });
  await test.step('Pressing Off calls stop and sets it to stopping', async () => {
    const answer = await holdBack(page, /\/stop$/);
    await power.click();
    await expect(page.getByText('Turning off').first()).toBeVisible();
    answer();
    await expect(page.getByRole('switch', { name: 'Pulpit: Off' })).toBeEnabled({ timeout: 30_000 });
  });
  await test.step("A stream-created event adds a stream to the list with a toast 'Stream Added'", async () => {
    const { id: added } = await member.addStream(id, 'Choir');
    await expect(page.getByText('New stream added: Choir')).toBeVisible();
    await member.call('DELETE /streams/{id}', { params: { id: added } });
    await expect(page.getByTestId('stream-card')).toHaveCount(1);
  });
  await test.step('Dashboard toasts last 3 s', async () => {
    await page.goto('/streams');
    await expect(page.getByTestId('stream-row')).toHaveCount(1);
    const { id: added } = await member.addStream(id, 'Organ');
    const toast = page.getByText('New stream added: Organ');
    await expect(toast).toBeVisible();
    await expect(toast).toHaveCount(0, { timeout: 4_500 });
    await member.call('DELETE /streams/{id}', { params: { id: added } });
  });
  await test.step('The toast with Undo lasts no longer', async () => {
    await disconnectCable(page);
    const live = { ...stream, attributes: { ...stream.attributes, status: 'active', signal: 'live' } };
    const list = { data: [live], meta: { next_cursor: null } };
    await page.route(/\/api\/v1\/streams$/, (route) => route.fulfill({ json: list }));
    await page.route(/\/stop$/, (route) => route.fulfill({ json: { data: live } }));
    await page.reload();
    await page.getByRole('button', { name: 'Stop Pulpit' }).click();
    const toast = page.getByRole('listitem').filter({ hasText: 'Pulpit is turned off.' });
    await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(toast).toHaveCount(0, { timeout: 4_500 });
    await page.unrouteAll();
  });
  await test.step('The dashboard also colours started, starting, terminated and failed', async () => {
    await disconnectCable(page);
    const words = { started: 'Started', starting: 'Starting', terminated: 'Terminated', failed: 'Failed' };
    const data = Object.keys(words).map((status) => ({
      ...stream,
      id: crypto.randomUUID(),
      attributes: { ...stream.attributes, name: status, status },
    }));
    await page.route(/\/api\/v1\/streams$/, (route) => route.fulfill({ json: { data, meta: { next_cursor: null } } }));
    await page.goto('/streams');
    for (const word of Object.values(words)) {
      const badge = page.getByTestId('state').filter({ hasText: word });
      const [color, plain] = await Promise.all([
        badge.evaluate((element) => getComputedStyle(element).color),
        page.getByText('4 total').evaluate((element) => getComputedStyle(element).color),
      ]);
      if (word === 'Terminated') expect(color).toBe(plain);
      else expect(color, word).not.toBe(plain);
    }
  });
});

test("A pulse and the tooltip 'Streams are live' show when a stream is active with a picture", async ({
  page,
  context,
}) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Gala');
  const stream = await member.addStream(id, 'Pulpit');
  await disconnectCable(page);
  await countNoFrames(page);
  const accent = () => page.getByTestId('event-card').evaluate((card) => getComputedStyle(card).borderColor);
  await page.goto('/app');
  await expect(page.getByText('0 of 1 cameras live')).toBeVisible();
  const plain = await accent();
  let signal: StreamJson['attributes']['signal'] = 'lost';
  await page.route(/\/api\/v1\/streams$/, (route) => {
    const live = { ...stream, attributes: { ...stream.attributes, status: 'active', signal } };
    return route.fulfill({ json: { data: [live], meta: { next_cursor: null } } });
  });
  await page.goto('/app');
  const pulse = page.getByRole('img', { name: 'Streams are live' });
  await expect(page.getByTestId('event-card')).toContainText('1 lost');
  await expect(pulse).toHaveCount(0);
  await expect.poll(accent, 'A card accent is green when at least one stream is active').not.toBe(plain);
  signal = 'live';
  await page.reload();
  await pulse.focus();
  await expect(page.getByRole('tooltip', { name: 'Streams are live' })).toBeVisible();
  expect(await pulse.locator('svg').evaluate((mark) => getComputedStyle(mark).animationName)).not.toBe('none');
});
