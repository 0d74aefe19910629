import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { failureTexts } from '../../support/journeys/literal-texts';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import {
  alertOf,
  disconnectCable,
  errorList,
  errorMessage,
  errorToastOf,
  refuse,
} from '../../support/journeys/refusals';
import { Member } from '../../support/journeys/steps';

// Section 8 of the specification, by the real server where it can fail like that, else by a fake answer. Its rows of
// sign-in and sign-up are in ../accounts.

test.describe.configure({ mode: 'parallel' });
test.use({ expectedFaults: refusedRequest });

test('the events list shows why it cannot be loaded, and which action has failed', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const event = await member.createEvent('Harvest Festival');
  await refuse(page, 'GET', /\/events$/, errorMessage('The list is being moved.'));
  await page.goto('/app');
  await expect(alertOf(page)).toHaveText('The list is being moved.');
  await expect(page.getByTestId('event-card'), '/cable has delivered the list').toBeVisible();
  await expect(alertOf(page)).toHaveText('The list is being moved.');
  await refuse(page, 'GET', /\/events$/);
  await page.reload();
  await expect(alertOf(page)).toHaveText(failureTexts.events);
  await page.unrouteAll();
  await page.reload();

  const card = page.getByTestId('event-card');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New Event' }).click();
  await dialog.getByLabel('Name').fill('  ');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Event name is required.');
  for (const [body, text] of [
    [errorList('One.', 'Two.'), /^One\.\nTwo\.$/],
    [{}, failureTexts.createEvent],
  ] as const) {
    await refuse(page, 'POST', /\/events$/, body);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(text);
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await card.getByRole('button', { name: 'Actions for Harvest Festival' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await card.getByRole('textbox').fill('Spring Festival');
  for (const [body, text] of [
    [errorList('One.', 'Two.'), /^One\.\nTwo\.$/],
    [{}, failureTexts.updateEvent],
  ] as const) {
    await refuse(page, 'PATCH', /\/events\//, body);
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(alertOf(page)).toHaveText(text);
  }
  await expect(card.getByRole('textbox')).toHaveValue('Spring Festival');
  await card.getByRole('button', { name: 'Cancel' }).click();

  const deleteEvent = async () => {
    await card.getByRole('button', { name: 'Actions for Harvest Festival' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  await refuse(page, 'DELETE', /\/events\//, errorMessage('The show is on.'));
  await deleteEvent();
  await expect(alertOf(page)).toHaveText('The show is on.');
  await refuse(page, 'DELETE', /\/events\//);
  await deleteEvent();
  await expect(alertOf(page)).toHaveText(failureTexts.deleteEvent);
  expect((await member.call('GET /events')).map(({ id }) => id)).toEqual([event.id]);
});

for (const [name, suffix, fallback] of [
  ['event page', '', failureTexts.event],
  ['multiview', '/multiview', failureTexts.multiview],
] as const) {
  test(`the ${name} shows why it cannot be loaded`, async ({ page, context }) => {
    const member = await Member.signUp(context);
    const { id } = await member.createEvent();
    await page.goto(`/events/${randomUUID()}${suffix}`);
    await expect(alertOf(page)).toHaveText('This event does not exist.');
    await expect(page.getByText('This event has no cameras yet.'), 'one cause, one sentence').toHaveCount(0);
    await refuse(page, 'GET', /\/api\/v1\/events\//);
    await page.goto(`/events/${id}${suffix}`);
    await expect(alertOf(page)).toHaveText(fallback);
  });
}

test('the event page shows a toast for each failed action', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  await member.addStream(id, 'Pulpit');
  await page.goto(`/events/${id}`);
  const card = page.getByTestId('stream-card');
  const toasted = (text: string | RegExp) => expect(errorToastOf(page).filter({ hasText: text })).toBeVisible();

  await page.getByRole('textbox', { name: 'Stream name' }).fill('  ');
  await page.getByRole('button', { name: 'Add stream' }).click();
  await toasted('Stream name is required.');
  await refuse(page, 'POST', /\/streams$/);
  await page.getByRole('button', { name: 'Add stream' }).click();
  await toasted(failureTexts.createStream);
  await refuse(page, 'POST', /\/streams$/, errorList('One.', 'Two.'));
  await page.getByRole('button', { name: 'Add stream' }).click();
  await toasted(/One\.\nTwo\./);

  await card.getByRole('button', { name: 'Actions for Pulpit' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await card.getByRole('textbox', { name: 'Stream name' }).fill('C'.repeat(121));
  await card.getByRole('button', { name: 'Save' }).click();
  await toasted('Stream name can have at most 120 characters.');
  await refuse(page, 'PATCH', /\/streams\//);
  await card.getByRole('textbox', { name: 'Stream name' }).fill('Choir');
  await card.getByRole('button', { name: 'Save' }).click();
  await toasted(failureTexts.updateStream);
  await card.getByRole('button', { name: 'Cancel' }).click();

  const deleteStream = async () => {
    await card.getByRole('button', { name: 'Actions for Pulpit' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  await refuse(page, 'DELETE', /\/streams\//);
  await deleteStream();
  await toasted(failureTexts.deleteStream);
  await refuse(page, 'DELETE', /\/streams\//, errorMessage('The show is on.'));
  await deleteStream();
  await toasted('The show is on.');
  await expect(card).toBeVisible();
});

test('the dashboard shows that its list cannot be loaded, and which switch has failed', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const stream = await member.addStream((await member.createEvent()).id, 'Pulpit');
  await refuse(page, 'GET', /\/api\/v1\/streams$/, errorMessage('Not this one.'));
  await page.goto('/streams');
  await expect(alertOf(page), 'with /cable up').toHaveText(failureTexts.dashboard);
  await expect(page.getByTestId('stream-row'), '/cable has delivered the list').toBeVisible();
  await member.call('PATCH /streams/{id}', { params: { id: stream.id }, body: { stream: { number: 7 } } });
  await expect(page.getByTestId('stream-row')).toContainText('7');
  await expect(alertOf(page), 'a message changes nothing of it').toHaveText(failureTexts.dashboard);
  await disconnectCable(page);
  await page.reload();
  await expect(alertOf(page), 'with /cable down').toHaveText(failureTexts.dashboard);
  await expect(page.getByTestId('stream-row')).toHaveCount(0);
  await page.unrouteAll();
  await page.reload();
  await refuse(page, 'POST', /\/start$/);
  await page.getByRole('button', { name: 'Start Pulpit' }).click();
  await expect(alertOf(page)).toHaveText(failureTexts.startStream);
  await page.unrouteAll();
  await member.call('POST /streams/{id}/start', { params: { id: stream.id } });
  await refuse(page, 'POST', /\/stop$/, errorMessage('The show is on.'));
  await page.getByRole('button', { name: 'Stop Pulpit' }).click({ timeout: 30_000 });
  await expect(alertOf(page).getByText(failureTexts.stopStream, { exact: true })).toBeVisible();
  await expect(alertOf(page).getByText('The show is on.', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Stop Pulpit' }).click();
  await expect(alertOf(page)).toHaveCount(0);
});

test.describe('a page that crashes', () => {
  // React reports the crash on the console.
  test.use({ expectedFaults: /reading 'name'|attributes/, expectedAnswerFaults: /^GET \/events answers/ });

  test('shows an error, and can be reloaded', async ({ page, context }) => {
    await Member.signUp(context);
    await disconnectCable(page);
    await page.route(/\/api\/v1\/events$/, (route) =>
      route.fulfill({ json: { data: [{ id: 'no event' }], meta: { next_cursor: null } } }),
    );
    await page.goto('/app');
    await expect(page.getByRole('heading', { name: failureTexts.unknown })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
  });
});

test('a malformed address is answered with 400, an unknown one redirects home', async ({ page }) => {
  for (const path of ['/%E0%A4%A', '/api/v1/events/%zz']) {
    expect((await page.request.get(path)).status()).toBe(400);
  }
  await page.goto('/nowhere?percent=100%');
  await expect(page).toHaveURL(/\/$/);
});
