import { expect, type Locator, type Page } from '@playwright/test';
import { signInAtProvider } from '../support/journeys/steps';
import type { Show } from './start-show';
import type { TakeOptions } from './take-picture';

/** The account of scripts/seed.mjs. */
export const demo = { email: 'demo@example.com', password: 'demo-password' };

/** One person's way through the pages, with a picture of each. */
export interface Walk {
  page: Page;
  show: Show;
  isPhone: boolean;
  take(name: string, options?: TakeOptions): Promise<void>;
}

export async function walkPublicPages({ page, take }: Walk): Promise<void> {
  await page.goto('/');
  // The globe is drawn when it comes into view.
  await page.getByRole('heading', { name: /edge locations/ }).scrollIntoViewIfNeeded();
  await page.waitForTimeout(3_000);
  await page.evaluate(() => scrollTo(0, 0));
  await take('landing', { fullPage: true });
  await page.goto('/login');
  await take('sign-in');
  await page.goto('/signup?plan=starter');
  await take('sign-up');
  await page.goto('/reset-password');
  await take('password-forgotten');
  await page.goto('/reset-password#secret');
  await take('password-new');
  await page.goto('/confirm-email#secret');
  await take('email-new');
  await signInAtProvider(page, demo.email);
  await expect(page.getByRole('heading', { name: 'Connect your account' })).toBeVisible();
  await take('single-sign-on');
  // The provider knows who has signed in.
  await page.context().clearCookies();
  await signInAtProvider(page, 'stranger@example.org');
  await expect(page.getByText('You have no access yet.')).toBeVisible();
  await take('single-sign-on-refused');
  await page.goto('/design-system/colors');
  await take('colors', { fullPage: true });
  await page.goto('/docs/api');
  await take('api-reference');
  await page.goto('/docs/api#webhook-events');
  await take('api-reference-webhooks');
  await page.goto('/calibrate');
  await take('calibrate');
  await page.goto('/trust');
  await take('trust');
  await page.goto('/report/check');
  await take('report-check');
  await page.goto('/report#secret');
  await take('report-link');
}

/** They have no password. */
export async function walkBySingleSignOn({ page, show, take }: Walk): Promise<void> {
  await signInAtProvider(page, show.invitedEmail);
  await page.waitForURL('**/app');
  await page.goto('/account');
  await expect(page.getByText('This session')).toBeVisible();
  await take('account-single-sign-on', { fullPage: true });
}

export async function walkAsNewcomer({ page, take }: Walk): Promise<void> {
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
  await take('events-empty');
}

export async function walkAsGuest({ page, show, take }: Walk): Promise<void> {
  await page.goto(show.sharePath);
  await expect(page.getByTestId('preview-video')).toHaveCount(2, { timeout: 30_000 });
  await take('share');
  await page.goto(show.sharePathWithPassword);
  await expect(page.getByLabel('Password')).toBeVisible();
  await take('share-password');
  await page.goto(`/invite#${show.invitationSecret}`);
  await expect(page.getByLabel('First name')).toBeVisible();
  await take('invitation');
  await page.goto(show.cameraPath);
  await expect(page.getByText('Balcony')).toBeVisible();
  await take('camera-invitation');
}

export async function walkAsMember({ page, show: { eventId, streamIds }, isPhone, take }: Walk): Promise<void> {
  const takeDialog = async (name: string, title: string | RegExp) => {
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await take(name);
    await page.keyboard.press('Escape');
  };
  // The same pictures on every machine.
  await page.route(/\/lan_addresses$/, (route) => route.fulfill({ json: { data: ['192.168.1.20'] } }));
  await page.goto('/app');
  await expect(page.getByTestId('preview-video').first()).toBeVisible({ timeout: 30_000 });
  await take('events');
  await page.getByRole('button', { name: 'New Event' }).click();
  await takeDialog('event-new', 'Create Event');
  await page.goto(`/events/${eventId}`);
  const videos = page.getByTestId('preview-video');
  await expect.poll(() => videos.count(), { timeout: 30_000 }).toBeGreaterThanOrEqual(isPhone ? 1 : 3);
  await take('event');
  await page.getByRole('button', { name: 'Set times' }).click();
  await takeDialog('event-times', 'Event times');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Tally' }).click();
  await takeDialog('event-tally', 'Tally');
  await page
    .getByRole('button', { name: /^Alarms of / })
    .first()
    .click();
  await takeDialog('event-alarms', /Alarms/);
  await page.getByRole('button', { name: 'Show connection details' }).first().click();
  await page.getByRole('textbox', { name: 'Ingest address' }).scrollIntoViewIfNeeded();
  await take('event-connection');
  const card = page.getByTestId('stream-card').first();
  await card.getByText('192.168.1.20', { exact: true }).click();
  await card.getByRole('tab', { name: 'Larix' }).click();
  await card.getByRole('img', { name: 'QR code for Larix' }).scrollIntoViewIfNeeded();
  await take('event-larix');
  await page.goto(`/events/${eventId}/multiview?layout=2`);
  await expect(page.getByTestId('preview-video').first()).toBeVisible({ timeout: 30_000 });
  await take('multiview', { stir: true });
  // The bar hides while nothing moves.
  await page.mouse.move(200, 320);
  await page.getByRole('button', { name: 'Links for clients' }).click();
  await expect(page.getByRole('dialog').getByText('The client')).toBeVisible();
  await take('share-links', { stir: true });
  await page.goto(`/events/${eventId}/multiview?layout=1+3`);
  await expect(page.getByTestId('preview-video').first()).toBeVisible({ timeout: 30_000 });
  await take('multiview-large-and-small');
  await page.keyboard.press('p');
  await takeDialog('multiview-presets', 'Presets');
  await page.keyboard.press('?');
  await takeDialog('multiview-keys', 'Keyboard shortcuts');
  await page.goto(`/events/${eventId}/tally?camera=${streamIds[0]}`);
  await expect(page.getByTestId('camera-tally')).toBeVisible();
  await take('tally');
  for (const view of ['recordings', 'report', 'crew']) {
    await page.goto(`/events/${eventId}/${view}`);
    await expect(page.getByRole('main').getByText('Pulpit').first()).toBeVisible({ timeout: 30_000 });
    await take(view, { fullPage: view === 'report' });
  }
  await page.goto('/streams');
  await expect(page.getByTestId('stream-row').filter({ hasText: 'fps' }).first()).toBeVisible({ timeout: 30_000 });
  if (isPhone) await take('dashboard-list');
  await page.goto(`/streams?stream=${streamIds[0]}`);
  await expect(page.getByTestId('stream-panel')).toContainText('Mbit/s', { timeout: 30_000 });
  await take('dashboard');
}

export async function walkThroughOrganization({ page, take }: Walk): Promise<void> {
  const visit = async (path: string, name: string, landmark: Locator) => {
    await page.goto(path);
    await expect(landmark).toBeVisible();
    await take(name);
  };
  const openDialog = async (button: string, name: string) => {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await take(name);
  };
  await visit('/account', 'account', page.getByText('This session'));
  await visit('/organization/tokens', 'api-tokens', page.getByRole('list', { name: 'API tokens' }));
  await openDialog('New token', 'api-token-new');
  await visit('/organization/audit', 'audit', page.getByRole('list', { name: 'Audit trail' }));
  await visit('/organization/webhooks', 'webhooks', page.getByText('All events'));
  await openDialog('Edit', 'webhook-edit');
  await visit('/organization/analytics', 'analytics', page.getByRole('region', { name: 'Use by month' }));
  await visit('/organization/plan', 'plan', page.getByRole('region', { name: 'Usage' }));
  await visit('/organization', 'organization', page.getByLabel('Organization name'));
  await page.goto('/organization/members');
  await page.getByLabel('Email (optional)').fill('grace@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Invitation link' })).toBeVisible();
  await take('team', { fullPage: true });
}

export async function walkAsOperator({ page, take }: Walk): Promise<void> {
  await page.goto('/organization/system');
  await expect(page.getByRole('region', { name: 'This browser' })).toContainText('Video to here', { timeout: 20_000 });
  await take('system', { fullPage: true });
}
