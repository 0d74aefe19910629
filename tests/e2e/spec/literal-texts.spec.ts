import { expect, type Locator, type Page, type WebSocketRoute } from '@playwright/test';
import { connectionWords } from '@/components/preview/preview-words';
import type { StreamJson } from '@/lib/contracts/streams';
import { literalTexts } from '../../support/journeys/literal-texts';
import { serverAndLivekitAway, test } from '../../support/journeys/quiet-test';
import { disconnectCable } from '../../support/journeys/refusals';
import { countNoFrames, holdBack, Member, removeRoom, signIn } from '../../support/journeys/steps';

type State = keyof typeof literalTexts;

const visited = new Set<State>();

/** A phone, a tablet and a desk. The window keeps the last one. */
const widths = [390, 820, 1440];
/** The width at which texts are read that go by themselves after a second or three. */
const brief = [1440];

/** Expects every text of a state at each width, spelled exactly, as visible text or for assistive technology. */
async function expectTexts(place: Page | Locator, state: State, name = '', at = widths): Promise<void> {
  visited.add(state);
  const page = 'page' in place ? place.page() : place;
  for (const width of at) {
    await page.setViewportSize({ width, height: 844 });
    await expectShown(place, state, name, width);
  }
}

async function expectShown(place: Page | Locator, state: State, name: string, width: number): Promise<void> {
  for (const text of literalTexts[state]) {
    const filled = text.replace('{product}', 'Sightline').replace('{name}', name);
    const whole = new RegExp(`(?<!\\w)${filled.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);
    const shown = place.getByText(whole).or(place.getByLabel(whole)).or(place.getByPlaceholder(whole));
    await expect(shown.filter({ visible: true }).first(), `${state} at ${width} px: ${filled}`).toBeVisible();
  }
}

test('the texts of the public pages', async ({ page }) => {
  await page.goto('/');
  await expectTexts(page, 'landing');
  await openMenu(page, 'Theme');
  await expectTexts(page, 'theme menu');
  await page.keyboard.press('Escape');

  await page.goto('/login');
  await expectTexts(page, 'sign-in');
  const answerLogin = await holdBack(page, /\/auth\/login$/);
  await signIn(page, 'ada@example.org', 'wrong');
  await expectTexts(page, 'sign-in, pending');
  // Leaving the page cancels the attempt, which the server would refuse.
  await page.goto('/signup');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  answerLogin();

  await expectTexts(page, 'sign-up');
  const answerSignup = await holdBack(page, /\/auth\/signup$/);
  await page.getByLabel('Organization name').fill('Harbour Church');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill(`texts-${Date.now()}@example.org`);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectTexts(page, 'sign-up, pending');
  answerSignup();
  await expect(page).toHaveURL(/\/app$/);

  await expectTexts(page, 'shell', '', [820, 1440]);
  await openMenu(page, 'Account');
  await expectTexts(page, 'user menu', '', [820, 1440]);
  await page.keyboard.press('Escape');
  await expectTexts(page.getByRole('banner'), 'mobile header', '', [390]);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expectTexts(page.getByRole('dialog'), 'mobile drawer', '', [390]);
});

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

test('the texts of the events list', async ({ page, context }) => {
  const member = await Member.signUp(context);
  await page.goto('/app');
  await expectTexts(page, 'events, empty');
  await page.getByRole('button', { name: 'New Event' }).click();
  await expectTexts(page.getByRole('dialog'), 'event dialog');
  await page.keyboard.press('Escape');
  const event = await member.createEvent('Gala');
  const stream = await member.addStream(event.id);
  await expectTexts(page, 'events, one');
  await openMenu(page, 'Actions for Gala');
  await expectTexts(page, 'event card menu');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expectTexts(page.getByTestId('event-card'), 'event card, renaming');
  await page.keyboard.press('Escape');
  await openMenu(page, 'Actions for Gala');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expectTexts(page, 'event card, deleting', 'Gala');

  await disconnectCable(page);
  await countNoFrames(page);
  const live = {
    ...stream,
    id: crypto.randomUUID(),
    attributes: { ...stream.attributes, status: 'active', signal: 'live' },
  };
  await page.route(/\/api\/v1\/streams$/, (route) =>
    route.fulfill({ json: { data: [stream, live], meta: { next_cursor: null } } }),
  );
  await page.reload();
  await expectTexts(page, 'events, live');
});

test('the texts of the event page and of the multiview', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Gala');
  await member.addStream(id, 'Pulpit');
  const answerEvent = await holdBack(page, new RegExp(`/api/v1/events/${id}$`));
  const answerStreams = await holdBack(page, /\/api\/v1\/streams/);
  await disconnectCable(page);
  await page.goto(`/events/${id}`);
  await expectTexts(page, 'event, loading');
  await expectTexts(page, 'room, connecting');
  answerEvent();
  answerStreams();
  const card = page.getByTestId('stream-card');
  await expectTexts(page, 'event');
  await expect(page.getByRole('textbox', { name: 'Stream name' })).toHaveValue('Camera 1');
  await expectTexts(page, 'room, connected');
  await card.getByRole('button', { name: 'Show connection details' }).click();
  await expectTexts(card, 'connection details');
  await card.getByRole('button', { name: 'Copy Ingest address' }).click();
  await expectTexts(card, 'connection details, copied', '', brief);
  await openMenu(page, 'Actions for Pulpit');
  await expectTexts(page, 'stream card menu');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expectTexts(card, 'stream card, renaming');
  await page.keyboard.press('Escape');
  await openMenu(page, 'Actions for Pulpit');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expectTexts(page, 'stream card, deleting', 'Pulpit');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add stream' }).click();
  await expect(page.getByRole('textbox', { name: 'Stream name' })).toHaveValue('Camera 3');

  await page.goto(`/events/${id}/multiview`);
  await expectTexts(page, 'multiview');
  await page.getByRole('button', { name: 'Share' }).click();
  await expectTexts(page, 'multiview, shared', '', brief);
});

test('the texts of a stream in each of its states', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Gala');
  const states = ['provisioning', 'active', 'stopping', 'error', 'idle', 'stopped'] as const;
  const data: StreamJson[] = [];
  for (const status of states) {
    const stream = await member.addStream(id, status);
    data.push({
      ...stream,
      attributes: { ...stream.attributes, status, signal: status === 'active' ? 'live' : 'none' },
    });
  }
  await disconnectCable(page);
  await page.route(/\/api\/v1\/streams\?/, (route) => route.fulfill({ json: { data, meta: { next_cursor: null } } }));
  await page.goto(`/events/${id}`);
  for (const status of states) await expectTexts(page.getByRole('article', { name: status }), `stream, ${status}`);
  const colorOf = (name: string) => page.getByRole('switch', { name }).evaluate((on) => getComputedStyle(on).color);
  expect(await colorOf('error: Off'), 'styled as not usable').not.toBe(await colorOf('idle: Off'));
});

test.describe('the texts of the room connection', () => {
  // The browser and LiveKit log failed connections.
  test.use({ expectedFaults: new RegExp(`${serverAndLivekitAway.source}|livekit|room connection`, 'i') });

  test('in each of its states', async ({ page, context }) => {
    const member = await Member.signUp(context);
    const { id } = await member.createEvent('Gala');
    await member.addStream(id);
    // The page's policy lets it reach the installation's own LiveKit alone, so that one must be away.
    const signals: WebSocketRoute[] = [];
    let isAway = false;
    await page.routeWebSocket(/\/rtc/, async (socket) => {
      if (isAway) return socket.close();
      signals.push(socket, socket.connectToServer());
    });
    await page.goto(`/events/${id}`);
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    isAway = true;
    for (const signal of signals) await signal.close();
    await expectTexts(page, 'room, signal lost');

    await page.reload();
    await expectTexts(page, 'room, gone');
    await removeRoom(page);
    await page.reload();
    await expect(page.getByText('Preview offline'), 'there is no room').toHaveAttribute('tabindex', '0');
    await page.getByText('Preview offline').focus();
    await expectTexts(page, 'room, none');
    expect(Object.values(connectionWords).map(({ word }) => word)).toEqual([
      ...['Preview offline', 'Connecting…', 'Connected', 'Reconnecting…', 'Signal reconnect…'],
    ]);
  });
});

test('the texts of the dashboard', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Gala');
  await page.goto('/streams');
  await expectTexts(page, 'dashboard, empty');
  const stream = await member.addStream(id, 'Pulpit');
  await expectTexts(page, 'dashboard, stream added', 'Pulpit', brief);
  await expectTexts(page, 'dashboard');
  await member.call('POST /streams/{id}/start', { params: { id: stream.id } });
  await expect(page.getByRole('button', { name: 'Stop Pulpit' })).toBeVisible({ timeout: 30_000 });
  await expectTexts(page, 'dashboard, active');
});

test('every state of the table has been checked', () => {
  expect([...visited].sort()).toEqual(Object.keys(literalTexts).sort());
});
