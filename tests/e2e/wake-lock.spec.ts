import { expect, type Page } from '@playwright/test';
import { test } from '../support/journeys/quiet-test';
import { addCameras, Member } from '../support/journeys/steps';

const warning = /^Screen may sleep/;

/** The pages that are left open on a screen nobody touches. */
async function watchedPaths(member: Member): Promise<string[]> {
  const event = await member.createEvent('Left open');
  await addCameras(member, event.id, 1);
  const [camera] = await member.call('GET /streams', { query: { event_id: event.id } });
  const link = await member.call('POST /events/{id}/share_links', {
    params: { id: event.id },
    body: {
      share_link: { name: 'Client', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    },
  });
  return [
    `/events/${event.id}/tally?camera=${camera?.id}`,
    `/events/${event.id}/multiview`,
    link.attributes.path ?? '',
  ];
}

const settled = (page: Page) => expect(page.getByText(/Camera 1|Left open/).first()).toBeVisible({ timeout: 30_000 });

test('a screen that stays awake says nothing of sleep', async ({ page, context }) => {
  for (const path of await watchedPaths(await Member.signUp(context))) {
    await page.goto(path);
    await settled(page);
    await expect(page.getByText(warning), path).toHaveCount(0);
  }
});

test('by http, pages that are left open say that the screen may sleep, and to use https', async ({ page, context }) => {
  await context.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  for (const path of await watchedPaths(await Member.signUp(context))) {
    await page.goto(path);
    await settled(page);
    await expect(page.getByText(warning), path).toContainText('https');
  }
});

test('a browser that cannot keep the screen awake says what to do in the settings', async ({ page, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'wakeLock'));
  const [tally = ''] = await watchedPaths(await Member.signUp(context));
  await page.goto(tally);
  await expect(page.getByText(warning)).toContainText('Turn sleep off');
});

test.describe('where the device refuses', () => {
  test.use({ permissions: [] });

  test('the operator’s phone says so', async ({ page, context }) => {
    const [tally = ''] = await watchedPaths(await Member.signUp(context));
    await page.goto(tally);
    await expect(page.getByText(warning)).toContainText('battery saving');
  });
});
