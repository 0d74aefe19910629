import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../support/journeys/expect-accessible';
import { refusedRequest, test } from '../support/journeys/quiet-test';
import { memberScreens, publicScreens, type Screen } from '../support/journeys/screens';
import { holdBack, Member } from '../support/journeys/steps';

/** The API reference alone has six thousand elements, which axe reads for half a minute on a busy machine. */
const manyPagesMs = 300_000;

const click =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name }).first().click();

/** Menus and dialogs, by the screen that they open on. */
const popups: Record<string, [name: string, open: (page: Page) => Promise<void>][]> = {
  multiview: [
    [
      'view menu',
      async (page) => {
        // Its bar is away while nobody moves.
        await page.mouse.move(200, 200);
        await click('View')(page);
      },
    ],
    ['presets', (page) => page.keyboard.press('p')],
    ['keys', (page) => page.keyboard.press('?')],
    [
      'share links',
      async (page) => {
        await page.mouse.move(300, 300);
        await click('Links for clients')(page);
      },
    ],
  ],
  event: [
    ['event’s menu', click(/^More$/)],
    [
      'alarms of all cameras',
      async (page) => {
        await click(/^More$/)(page);
        await page.getByRole('menuitem', { name: 'Alarms of all cameras' }).click();
      },
    ],
  ],
  events: [
    ['event dialog', click('New Event')],
    ['event menu', click(/^Actions for/)],
    [
      'event deletion',
      async (page) => {
        await click(/^Actions for/)(page);
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      },
    ],
  ],
  'API tokens': [
    ['new API token', click('New token')],
    ['revoking an API token', click(/^Revoke/)],
  ],
  webhooks: [
    ['webhook dialog', click('Edit')],
    ['webhook deletion', click('Delete')],
  ],
  team: [
    ['password link', click(/^Password link for/)],
    ['removing a member', click(/^Remove/)],
  ],
  organization: [['leaving', click('Leave organization')]],
};

async function open(page: Page, { path, landmark }: Screen): Promise<void> {
  await page.goto(path);
  await expect(landmark(page)).toBeVisible();
}

test.describe('in public', () => {
  // Single sign-on without a provider is refused.
  test.use({ expectedFaults: refusedRequest });

  test('axe finds nothing serious on the public pages, in both themes', async ({ page }) => {
    test.setTimeout(manyPagesMs);
    for (const screen of publicScreens) {
      await open(page, screen);
      await expectAccessible(page, screen.name);
    }
  });
});

test('axe finds nothing serious on an invitation, with a new account or one that exists, in both themes', async ({
  page,
  browser,
}) => {
  const others = await browser.newContext();
  const owner = await Member.signUp(others);
  const { attributes } = await owner.call('POST /invitations', {
    body: {
      invitation: { role: 'viewer' },
    },
  });
  await open(page, {
    name: 'invitation',
    path: `/invite#${attributes.secret}`,
    landmark: () => page.getByLabel('First name'),
  });
  await expectAccessible(page, 'invitation');
  await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sign in and join' })).toBeVisible();
  await expectAccessible(page, 'invitation with an account');
  await others.close();
});

test('axe finds nothing serious on the signed-in pages, with menus and dialogs, in both themes', async ({
  page,
  context,
}) => {
  test.setTimeout(manyPagesMs);
  for (const screen of await memberScreens(context)) {
    await open(page, screen);
    const details = page.getByRole('button', { name: 'Show connection details' });
    if (await details.isVisible()) await details.click();
    await expectAccessible(page, screen.name);
    for (const [name, open] of popups[screen.name] ?? []) {
      await open(page);
      await expect(page.locator('[role=dialog], [role=alertdialog], [role=menu]').last()).toBeVisible();
      await expectAccessible(page, name);
      await page.keyboard.press('Escape');
      await expect(page.locator('[role=dialog], [role=alertdialog], [role=menu]')).toHaveCount(0);
    }
  }
});

test('forced colors keep what is selected, pressed and on', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  const stream = await member.addStream(id);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/streams?group=event&stream=${stream.id}`);
  const style = (target: Locator, property: 'outlineStyle' | 'borderBottomColor') =>
    target.evaluate((element, name) => getComputedStyle(element)[name], property);
  await expect(page.getByTestId('stream-panel')).toBeVisible();
  expect(await style(page.getByTestId('stream-row'), 'outlineStyle')).toBe('solid');
  expect(await style(page.locator('label').filter({ hasText: 'All 1' }), 'outlineStyle')).toBe('solid');
  expect(await style(page.locator('label').filter({ hasText: 'Off 1' }), 'outlineStyle')).toBe('none');
  expect(await style(page.getByRole('button', { name: 'Group by event' }), 'outlineStyle')).toBe('solid');
  const tab = (name: string) => style(page.getByRole('tab', { name }), 'borderBottomColor');
  expect(await tab('Live')).not.toBe(await tab('24 h'));
  await page.goto(`/events/${id}`);
  const knob = page.getByRole('switch').locator('[aria-hidden] > *');
  const [background, around] = await knob.evaluate((element) =>
    [element, document.body].map((one) => getComputedStyle(one).backgroundColor),
  );
  expect(background).not.toBe(around);

  await page.goto(`/events/${id}/multiview?layout=auto`);
  await expect(page.getByTestId('multiview-tile')).toBeVisible();
  await page.mouse.move(300, 300);
  const behind = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await behind('Auto')).not.toBe(await behind('2 columns'));
  // A label keeps its own colors, which are chosen for each other.
  const label = page.getByTestId('tile-gutter');
  expect(await label.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(0, 0, 0)');

  await test.step('at 200 % zoom, menus and dialogs scroll to their ends', async () => {
    await page.setViewportSize({ width: 640, height: 400 });
    await page.mouse.move(310, 310);
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Follow another screen' }).click();
    await expect(page.getByText('Following', { exact: true })).toBeVisible();
    await page.goto(`/events/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Alarms of all cameras' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a slow network shows skeletons at once, and a page of 4K its whole width', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  for (let number = 1; number <= 5; number++) await member.addStream(id, `Camera ${number}`);
  await page.setViewportSize({ width: 3840, height: 2160 });
  const places = page.locator('main [aria-hidden="true"].rounded-lg.bg-raised');
  for (const [path, first, whole] of [
    ['/app', places.nth(3), page.getByTestId('event-card')],
    ['/streams', page.getByRole('heading', { name: 'Live Streams' }), page.getByTestId('stream-row').first()],
    [`/events/${id}`, places.nth(1), page.getByTestId('stream-card').first()],
  ] as const) {
    const answer = await holdBack(page, /\/auth\/me$/);
    await page.goto(path);
    await expect(first).toBeVisible();
    await expect(whole).toHaveCount(0);
    answer();
    await expect(whole).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  }
  const cards = page.getByTestId('stream-card');
  await expect(cards).toHaveCount(5);
  const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size, 'six columns').toBe(1);
  expect(boxes[0]?.width).toBeGreaterThan(550);
});
