import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Role } from '@/lib/contracts/permissions';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { isLive } from '../../support/journeys/is-live';
import { collectFaults, refusedRequest, test } from '../../support/journeys/quiet-test';
import { alertOf } from '../../support/journeys/refusals';
import { addCameras, Member } from '../../support/journeys/steps';

/** An invitation's link, made by the API. */
async function invite(owner: Member, role: Role, email?: string): Promise<string> {
  const { attributes } = await owner.call('POST /invitations', { body: { invitation: { role, email } } });
  return `/invite#${attributes.secret}`;
}

/** Accepts an invitation for one address, in a browser of its own. */
async function accept(context: BrowserContext, link: string, firstName: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page).toHaveURL(/\/app$/);
  return page;
}

const newEmail = (name: string): string => `${name}-${Date.now()}@example.org`;
const roleOf = (page: Page, name: string) => page.getByRole('combobox', { name: `Role of ${name}` });

test('an invited person watches a camera within a minute of opening the link, in four fields and clicks', async ({
  context,
  browser,
}) => {
  test.slow();
  const owner = await Member.signUp(context);
  const event = await owner.createEvent();
  const urls = await addCameras(owner, event.id, 1, 1);
  const camera = startBarcodeCamera({ urls });
  const link = await invite(owner, 'viewer');
  const guest = await browser.newContext();
  const faults = collectFaults(guest, null);
  try {
    const page = await guest.newPage();
    const openedMs = performance.now();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Join Harbour Church' })).toBeVisible();
    await expect(page.getByText('Ada Lovelace invites you to watch its events.')).toBeVisible();
    let actions = 0;
    for (const [label, text] of [
      ['First name', 'Grace'],
      ['Email', newEmail('grace')],
      ['Password', 'correct horse'],
    ] as const) {
      await page.getByLabel(label).fill(text);
      actions++;
    }
    await page.getByRole('button', { name: 'Create account and join' }).click();
    actions++;
    await expect.poll(() => isLive(page.getByTestId('preview-video')), { timeout: 50_000 }).toBe(true);
    expect(performance.now() - openedMs).toBeLessThan(60_000);
    expect(actions).toBeLessThanOrEqual(4);

    await expect(page.getByRole('button', { name: 'New Event' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
    await page.goto(`/events/${event.id}`);
    const card = page.getByRole('article', { name: 'Camera 1' });
    await expect.poll(() => isLive(card.getByTestId('preview-video')), { timeout: 20_000 }).toBe(true);
    await expect(page.getByRole('switch')).toHaveCount(0);
    for (const name of ['Add stream', 'Add camera', 'Show connection details', /^Actions for/]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    }
    await page.goto('/streams');
    await page.getByRole('button', { name: 'Camera 1', exact: true }).click();
    await expect(page.getByTestId('stream-panel').getByRole('heading', { name: 'Camera 1' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Start|Stop)/ })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Incidents' })).toHaveCount(0);
    await expect(page.getByText('Pod name')).toHaveCount(0);
    await page.goto('/organization/members');
    await expect(page.getByText('Your role does not allow this.')).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    camera.stop();
    await guest.close();
  }
});

test('an admin invites by keyboard, gives another role, which shows at once, and removes, which signs out at once', async ({
  page,
  context,
  browser,
}) => {
  const owner = await Member.signUp(context);
  await owner.createEvent();
  const email = newEmail('grace');
  await page.goto('/organization/members');
  await page.getByLabel('Email (optional)').fill(email);
  await page.keyboard.press('Enter');
  const link = page.getByRole('textbox', { name: 'Invitation link' });
  await expect(link).toHaveValue(/\/invite#[\w-]{43}$/);
  const open = page.getByRole('list', { name: 'Open invitations' });
  await expect(open.getByRole('listitem')).toContainText([`${email}Viewer · invited by Ada Lovelace`]);

  const guest = await browser.newContext();
  const guestPage = await accept(guest, await link.inputValue(), 'Grace');
  await expect(guestPage.getByRole('button', { name: 'New Event' })).toHaveCount(0);
  await page.reload();
  await expect(open).toHaveCount(0);
  await roleOf(page, 'Grace').focus();
  await roleOf(page, 'Grace').selectOption('member');
  await expect(page.getByText('Role changed')).toBeVisible();
  await expect(guestPage.getByRole('button', { name: 'New Event' })).toBeVisible();
  await expect(guestPage.getByRole('button', { name: /^Actions for/ })).toBeVisible();

  await page.getByRole('button', { name: 'Remove Grace' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(guestPage).toHaveURL(/\/login$/);
  await expect(roleOf(page, 'Grace')).toHaveCount(0);
  await guest.close();
});

test('before an admin becomes a viewer or is removed, the team reads which tools stop working', async ({
  page,
  context,
  browser,
}) => {
  const owner = await Member.signUp(context);
  const guest = await browser.newContext();
  const guestPage = await accept(guest, await invite(owner, 'admin', newEmail('grace')), 'Grace');
  await guestPage.goto('/organization/tokens');
  for (const [button, name, access] of [
    ['Create token', 'Tally lights', 'Read and write'],
    ['New token', 'Monitoring', 'Read'],
  ] as const) {
    await guestPage.getByRole('button', { name: button }).click();
    const dialog = guestPage.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByText(access, { exact: true }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
  }
  // A slow answer must not let a role be given without the question.
  await page.route(/\/api_tokens/, async (route) => {
    await sleep(500);
    await route.continue();
  });
  await page.goto('/organization/members');
  const question = page.getByRole('alertdialog');
  await roleOf(page, 'Grace').selectOption('viewer');
  await expect(question).toContainText('Make Grace a viewer?');
  await expect(question).toContainText('stop working: Tally lights.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(roleOf(page, 'Grace')).toHaveValue('admin');
  await page.getByRole('button', { name: 'Remove Grace' }).click();
  await expect(question).toContainText('stop working: Monitoring, Tally lights.');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(roleOf(page, 'Grace')).toHaveCount(0);
  await page.goto('/organization/tokens');
  await expect(page.getByText('No API tokens yet')).toBeVisible();
  await guest.close();
});

test('a member of two organizations switches between them, in all tabs, and sees what is of each', async ({
  page,
  context,
  browser,
}) => {
  const own = await Member.signUp(context);
  await own.createEvent('My own show');
  const others = await browser.newContext();
  const other = await Member.signUp(others);
  await other.createEvent('Their show');
  await other.call('PATCH /organization', { body: { organization: { name: 'Northwind Live' } } });

  // Not by Member's init script, which would bring the first token back with each page.
  const guest = await browser.newContext();
  const first = await guest.newPage();
  await first.goto(await invite(other, 'viewer', own.email));
  await first.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(first.getByLabel('Email')).toHaveValue(own.email);
  await first.getByLabel('Password').fill(own.password);
  await first.getByRole('button', { name: 'Sign in and join' }).click();
  await expect(first.getByRole('article', { name: 'Their show' })).toBeVisible();
  const second = await guest.newPage();
  await second.goto('/app');
  await expect(second.getByRole('article', { name: 'Their show' })).toBeVisible();

  await first.getByRole('button', { name: 'Account' }).click();
  await first.getByRole('menuitem', { name: 'Switch to Harbour Church' }).click();
  for (const tab of [first, second]) {
    await expect(tab.getByRole('article', { name: 'My own show' })).toBeVisible();
    await expect(tab.getByRole('article', { name: 'Their show' })).toHaveCount(0);
    await expect(tab.getByRole('button', { name: 'New Event' })).toBeVisible();
  }
  await own.createEvent('Live here');
  for (const tab of [first, second]) await expect(tab.getByRole('article', { name: 'Live here' })).toBeVisible();

  await first.goto('/organization');
  await first.getByRole('button', { name: 'Switch to Northwind Live' }).click();
  await expect(first.getByRole('heading', { name: 'Northwind Live', level: 1 })).toBeVisible();
  await expect(second.getByRole('article', { name: 'Their show' })).toBeVisible();
  await first.getByRole('button', { name: 'Leave organization' }).click();
  await first.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  for (const tab of [first, second]) await expect(tab).toHaveURL(/\/login$/);
  const members = await other.call('GET /members');
  expect(members.map(({ attributes }) => attributes.email)).toEqual([other.email]);
  await page.goto('/organization');
  await page.getByLabel('Organization name').fill('Harbour Choir');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Harbour Choir', level: 1 })).toBeVisible();
  const theirs = await others.newPage();
  await theirs.goto('/organization');
  await expect(theirs.getByText('It has 1 event, 0 cameras, 0 recordings and 1 member.')).toBeVisible();
  await theirs.getByLabel('Type Northwind Live to confirm').fill('Northwind Live');
  await theirs.getByRole('button', { name: 'Delete organization' }).click();
  await expect(theirs).toHaveURL(/\/login$/);
  for (const closing of [others, guest]) await closing.close();
});

test.describe('a link that does not work', () => {
  test.use({ expectedFaults: refusedRequest });

  test('says why, and who is signed in as somebody else may sign in again', async ({ page, context }) => {
    const owner = await Member.signUp(context);
    await page.goto('/invite#a-guess');
    await expect(alertOf(page)).toHaveText(
      'This invitation link is not valid. Copy the whole link again, or ask for a new one.',
    );
    await page.goto(await invite(owner, 'viewer', newEmail('grace')));
    await expect(
      page.getByText(/This invitation is for grace-\d+@example.org\. You are signed in as ada-/),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join', exact: true })).toHaveCount(0);
  });
});
