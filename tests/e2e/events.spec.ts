import { expect } from '@playwright/test';
import type { StreamJson } from '@/lib/contracts/streams';
import { refusedRequest, test } from '../support/journeys/quiet-test';
import { addCameras, countNoFrames, holdBack, Member } from '../support/journeys/steps';
import { until } from '../support/until';

test.use({ expectedFaults: refusedRequest });

test('four placeholders have the exact size of the cards', async ({ page, context }) => {
  const member = await Member.signUp(context);
  await member.createEvent('Harvest Festival');
  await page.routeWebSocket(/\/cable$/, (socket) => socket.close());
  const answer = await holdBack(page, /\/api\/v1\/events$/, 'GET');
  await page.goto('/app');
  const places = page.locator('main [aria-hidden="true"].rounded-lg.bg-raised');
  await expect(places).toHaveCount(4);
  // Those of the first paint are replaced by the page's own, at any moment.
  const place = await until('the first placeholder has a box', () => places.first().boundingBox());
  answer();
  await expect(page.getByTestId('event-card')).toBeVisible();
  expect(await page.getByTestId('event-card').boundingBox()).toEqual(place);
});

test('creating, renaming and deleting an event shows at once, and is undone on failure', async ({ page, context }) => {
  const member = await Member.signUp(context);
  await page.goto('/app');
  await page.getByRole('main').getByRole('button', { name: 'Create Event' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Harvest Festival');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Harvest Festival', level: 1 }), 'the new event opens').toBeVisible();
  await expect(page).toHaveTitle('Harvest Festival · Sightline');
  await page.getByRole('link', { name: 'Back to events' }).click();
  await expect(page.getByRole('article', { name: 'Harvest Festival' })).toContainText('Default');
  await expect(page.getByRole('article', { name: 'Harvest Festival' })).toContainText('No cameras yet');

  await page.routeWebSocket(/\/cable$/, (socket) => socket.close());
  await page.reload();
  const card = page.getByTestId('event-card');
  const rename = async (name: string) => {
    await card.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await card.getByRole('textbox', { name: 'Event name' }).fill(name);
    await card.getByRole('button', { name: 'Save' }).click();
  };
  const answerRename = await holdBack(page, /\/events\/[\w-]+$/, 'PATCH');
  await rename('Spring Festival');
  await expect(card.getByRole('heading', { name: 'Spring Festival' })).toBeVisible();
  answerRename();
  await page.waitForResponse((response) => response.request().method() === 'PATCH');
  await expect(card.getByRole('heading', { name: 'Spring Festival' })).toBeVisible();

  await page.route(/\/events\/[\w-]+$/, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: {} }),
  );
  await rename('Winter Festival');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Failed to update event');
  await expect(page.getByRole('article', { name: 'Spring Festival' })).toBeVisible();
  await expect(card.getByRole('textbox', { name: 'Event name' })).toHaveValue('Winter Festival');
  await page.keyboard.press('Escape');

  const remove = async () => {
    await card.getByRole('button', { name: 'Actions for Spring Festival' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete event "Spring Festival"?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
  };
  await remove();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Failed to delete event');
  await expect(card).toBeVisible();
  await page.unrouteAll();
  const answerRemove = await holdBack(page, /\/events\/[\w-]+$/, 'DELETE');
  await remove();
  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
  answerRemove();
  await expect.poll(() => member.call('GET /events')).toEqual([]);
});

test('cards count live and lost cameras; only cards in view with an active camera connect to a room', async ({
  page,
  context,
}) => {
  const member = await Member.signUp(context);
  await countNoFrames(page);
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  for (const name of names) await addCameras(member, (await member.createEvent(name)).id, 3);
  await page.routeWebSocket(/\/cable$/, (socket) => socket.close());
  await page.route(/\/api\/v1\/streams$/, async (route) => {
    const response = await route.fetch();
    const { data, meta } = (await response.json()) as { data: StreamJson[]; meta: object };
    for (const { attributes } of data) {
      if (attributes.name === 'Camera 3') continue;
      attributes.status = 'active';
      attributes.signal = attributes.name === 'Camera 1' ? 'live' : 'lost';
    }
    await route.fulfill({ response, json: { data, meta } });
  });
  const rooms: string[] = [];
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).pathname.startsWith('/livekit/rtc')) rooms.push(socket.url());
  });
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto('/app');
  const card = (name: string) => page.getByRole('article', { name, exact: true });
  await expect(card('One')).toContainText('1 of 3 cameras live1 lost');
  await card('One').getByRole('img', { name: 'Streams are live' }).focus();
  await expect(page.getByRole('tooltip', { name: 'Streams are live' })).toBeVisible();
  await expect(card('One').getByText('Connected')).toBeVisible();
  const inView = rooms.length;
  expect(inView, 'cards below the fold do not connect').toBeLessThan(3);
  await card('Six').scrollIntoViewIfNeeded();
  await expect(card('Six').getByText('Connected')).toBeVisible();
  await expect(card('One').getByText('Connected'), 'a card that has left the view disconnects').toHaveCount(0, {
    timeout: 5_000,
  });
});
