import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { failureTexts } from '../support/journeys/literal-texts';
import { refusedRequest, test } from '../support/journeys/quiet-test';
import { holdBack, Member } from '../support/journeys/steps';

// Section 8 of the specification, each failure provoked. By the real server where it can fail like that, else by an
// answer in its place.

test.describe.configure({ mode: 'parallel' });
test.use({ expectedFaults: refusedRequest });

const alert = (page: Page): Locator => page.getByRole('main').getByRole('alert');
const toast = (page: Page): Locator => page.getByRole('listitem').filter({ hasText: failureTexts.toast });

/** Answers what matches in the server's place; without a body as something between us and the server would. */
async function refuse(page: Page, method: string, path: RegExp, body: object = {}): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status: 422, json: body }) : route.fallback(),
  );
}

const errors = (...sentences: string[]) => ({ error: { message: 'Not this one.', errors: sentences } });
const message = (sentence: string) => ({ error: { message: sentence } });

/** Takes away the messages that would bring what a call did not. */
const cutOff = (page: Page): Promise<void> => page.routeWebSocket(/\/cable$/, (socket) => socket.close());

test.describe('signing in', () => {
  const signIn = async (page: Page, email: string, password: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  test('says what the server says, else that it failed, and nothing of it on the next attempt', async ({ page }) => {
    await page.goto('/login');
    await signIn(page, 'nobody@example.org', 'wrong');
    await expect(alert(page)).toHaveText('The e-mail address or the password is wrong.');

    await page.route(/\/auth\/login$/, (route) => route.abort());
    const answer = await holdBack(page, /\/auth\/login$/);
    await signIn(page, 'nobody@example.org', 'wrong');
    await expect(page.getByRole('button', { name: 'Signing in…' })).toBeDisabled();
    await expect(alert(page)).toHaveCount(0);
    answer();
    await expect(alert(page)).toHaveText(failureTexts.signIn);
    await expect(page).toHaveURL(/\/login$/);
  });

  test('says how long to wait after too many guesses', async ({ page }) => {
    const user = { email: `guessed-${randomUUID()}@example.org`, password: 'a guess' };
    for (let count = 0; count < 10; count++) {
      // Nobody is counted anew by naming another address.
      const headers = { 'x-client-address': `192.0.2.${count}` };
      await page.request.post('/api/v1/auth/login', { data: { user }, headers });
    }
    await page.goto('/login');
    await signIn(page, user.email, user.password);
    await expect(alert(page)).toHaveText('Too many attempts to sign in. Please try again in 5 minutes.');
  });

  test('a stored token that is refused is dropped, and its user signed out', async ({ page }) => {
    await page.goto('/login');
    await page.evaluate(() => localStorage.setItem('sl_token', 'nonsense'));
    await page.goto('/app');
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('sl_token'))).toBeNull();
  });
});

test('signing up shows what the server says in every shape, and stays on the form', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const { email } = await Member.signUp(elsewhere);
  await elsewhere.close();
  await page.goto('/signup');
  const signUp = async (password: string) => {
    await page.getByLabel('Organization name').fill('Harbour Church');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
  };
  await signUp('short');
  await expect(alert(page)).toHaveText('Password must have at least 8 characters.');
  await signUp('long enough');
  await expect(alert(page)).toHaveText('There is already an account with this e-mail address.');

  const answers: [object, string | RegExp][] = [
    [errors('One.', 'Two.'), /^One\.\nTwo\.$/],
    [{ error: { errors: { a: ['One.'], b: ['Two.', 'Three.'] } } }, /^One\.\nTwo\.\nThree\.$/],
    [{ error: { message: 'The message.', errors: {} } }, 'The message.'],
    [message('The message.'), 'The message.'],
    [{ error: { message: 42 } }, failureTexts.signUp],
    [{}, failureTexts.signUp],
  ];
  for (const [body, text] of answers) {
    await refuse(page, 'POST', /\/auth\/signup$/, body);
    await signUp('long enough');
    await expect(alert(page)).toHaveText(text);
  }
  await expect(page.getByLabel('Organization name')).toHaveValue('Harbour Church');
  await expect(page).toHaveURL(/\/signup$/);
});

test('the events list says why it cannot be loaded, and what could not be done', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const event = await member.createEvent('Harvest Festival');
  await cutOff(page);
  await refuse(page, 'GET', /\/events$/, message('The list is being moved.'));
  await page.goto('/app');
  await expect(alert(page)).toHaveText('The list is being moved.');
  await refuse(page, 'GET', /\/events$/);
  await page.reload();
  await expect(alert(page)).toHaveText(failureTexts.events);
  await page.unrouteAll();
  await page.reload();

  const card = page.getByTestId('event-card');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New Event' }).click();
  await dialog.getByLabel('Name').fill('  ');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Event name is required.');
  for (const [body, text] of [
    [errors('One.', 'Two.'), /^One\.\nTwo\.$/],
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
    [errors('One.', 'Two.'), /^One\.\nTwo\.$/],
    [{}, failureTexts.updateEvent],
  ] as const) {
    await refuse(page, 'PATCH', /\/events\//, body);
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(alert(page)).toHaveText(text);
  }
  await expect(card.getByRole('textbox')).toHaveValue('Spring Festival');
  await card.getByRole('button', { name: 'Cancel' }).click();

  const deleteEvent = async () => {
    await card.getByRole('button', { name: 'Actions for Harvest Festival' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  await refuse(page, 'DELETE', /\/events\//, message('The show is on.'));
  await deleteEvent();
  await expect(alert(page)).toHaveText('The show is on.');
  await refuse(page, 'DELETE', /\/events\//);
  await deleteEvent();
  await expect(alert(page)).toHaveText(failureTexts.deleteEvent);
  expect((await member.call<{ id: string }[]>('get', '/events')).map(({ id }) => id)).toEqual([event.id]);
});

for (const [name, suffix, fallback] of [
  ['event page', '', failureTexts.event],
  ['multi-view', '/multiview', failureTexts.multiview],
] as const) {
  test(`the ${name} says why it cannot be loaded`, async ({ page, context }) => {
    const member = await Member.signUp(context);
    const { id } = await member.createEvent();
    await page.goto(`/events/${randomUUID()}${suffix}`);
    await expect(alert(page)).toHaveText('This event does not exist.');
    await refuse(page, 'GET', /\/api\/v1\/events\//);
    await page.goto(`/events/${id}${suffix}`);
    await expect(alert(page)).toHaveText(fallback);
  });
}

test('the event page toasts what could not be done with a stream', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  await member.addStream(id, 'Pulpit');
  await page.goto(`/events/${id}`);
  const card = page.getByTestId('stream-card');
  const toasted = (text: string | RegExp) => expect(toast(page).filter({ hasText: text })).toBeVisible();

  await page.getByRole('textbox', { name: 'Stream name' }).fill('  ');
  await page.getByRole('button', { name: 'Add stream' }).click();
  await toasted('Stream name is required.');
  await refuse(page, 'POST', /\/streams$/);
  await page.getByRole('button', { name: 'Add stream' }).click();
  await toasted(failureTexts.createStream);
  await refuse(page, 'POST', /\/streams$/, errors('One.', 'Two.'));
  await page.getByRole('button', { name: 'Add stream' }).click();
  await toasted(/One\.\nTwo\./);

  await refuse(page, 'PATCH', /\/streams\//);
  await card.getByRole('button', { name: 'Actions for Pulpit' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
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
  await refuse(page, 'DELETE', /\/streams\//, message('The show is on.'));
  await deleteStream();
  await toasted('The show is on.');
  await expect(card).toBeVisible();
});

test('the dashboard says that its list cannot be loaded, and what could not be switched', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const stream = await member.addStream((await member.createEvent()).id, 'Pulpit');
  await cutOff(page);
  await refuse(page, 'GET', /\/api\/v1\/streams$/, message('Not this one.'));
  await page.goto('/streams');
  await expect(alert(page)).toHaveText(failureTexts.dashboard);
  await expect(page.getByTestId('stream-row')).toHaveCount(0);
  await page.unrouteAll();
  await page.reload();
  await refuse(page, 'POST', /\/start$/);
  await page.getByRole('button', { name: 'Start Pulpit' }).click();
  await expect(alert(page)).toHaveText(failureTexts.startStream);
  await page.unrouteAll();
  await member.call('post', `/streams/${stream.id}/start`);
  await refuse(page, 'POST', /\/stop$/);
  await page.getByRole('button', { name: 'Stop Pulpit' }).click({ timeout: 30_000 });
  await expect(alert(page)).toHaveText(failureTexts.stopStream);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Stop Pulpit' }).click();
  await expect(alert(page)).toHaveCount(0);
});

test('copying and sharing that is refused is passed over in silence', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  await member.addStream(id);
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
    navigator.clipboard.writeText = refuse;
    Object.assign(navigator, { share: refuse });
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

test('copying and sharing work where the page has no clipboard, as on plain http in a LAN', async ({
  page,
  context,
}) => {
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
  const ingest = await page.getByRole('textbox', { name: 'Ingest address' }).inputValue();
  // The field takes 120 characters.
  expect(await pasted()).toBe(ingest.slice(0, 120));
  await expect(page.getByText('Copied!')).toHaveCount(0);
});

test.describe('a page that breaks', () => {
  // React says so on the console, and rightly.
  test.use({ expectedFaults: /reading 'name'|attributes/ });

  test('says so, and can be loaded again', async ({ page, context }) => {
    await Member.signUp(context);
    await cutOff(page);
    await page.route(/\/api\/v1\/events$/, (route) => route.fulfill({ json: { data: [{ id: 'no event' }] } }));
    await page.goto('/app');
    await expect(page.getByRole('heading', { name: failureTexts.unknown })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Load it again' }).click();
    await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
  });
});

test('an address that cannot be read is answered 400, and one that does not exist leads home', async ({ page }) => {
  for (const path of ['/%E0%A4%A', '/api/v1/events/%zz']) {
    expect((await page.request.get(path)).status()).toBe(400);
  }
  await page.goto('/nowhere?percent=100%');
  await expect(page).toHaveURL(/\/$/);
});
