import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { EventJson } from '@/lib/contracts/events';
import type { NewInvitationJson } from '@/lib/contracts/organization/members';
import { webhookTypes } from '@/lib/contracts/organization/webhook-types';
import type { ShareLinkJson } from '@/lib/contracts/share-links';
import type { StreamJson } from '@/lib/contracts/streams';
import { ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';
import { pagesWithout } from '../support/journeys/pages';
import { operator } from '../support/journeys/steps';
import { call, demo, logIn, signInToSeed, signUp } from './screens-api';

const directory = 'docs/screens';
const maxBytes = 200_000;

const looks = [
  { look: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 }, isPhone: false },
  { look: 'dark', colorScheme: 'dark', viewport: { width: 1440, height: 900 }, isPhone: false },
  { look: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 }, isPhone: true },
] as const;
type Look = (typeof looks)[number];

/** What each camera of the seed shows; the last one waits for its encoder. */
const pictures = [
  'smptehdbars=size=960x540:rate=15',
  'testsrc2=size=960x540:rate=15',
  'gradients=size=960x540:rate=15:c0=0x1d3557:c1=0xe9c46a:c2=0x2a9d8f:nb_colors=3:speed=0.02',
];

/** The paths of the pages of which there is a picture. */
const taken = new Set<string>();

test.afterAll(stopFfmpegs);

test('every screen, light, dark and on a phone', async ({ browser, baseURL }) => {
  if (!baseURL) throw new Error('The product has no address.');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  const env = { ...process.env, PORT: new URL(baseURL).port, SEED_PASSWORD: demo.password };
  execFileSync(process.execPath, ['scripts/seed.mjs'], { env });
  const api = await signInToSeed(baseURL);
  const [event] = await api.get<EventJson[]>('/events');
  if (!event) throw new Error('The seed has made no event.');
  const streams = await api.get<StreamJson[]>(`/streams?event_id=${event.id}`);
  for (const { id } of streams.slice(0, pictures.length + 1)) await api.post(`/streams/${id}/start`);

  const webhook = { url: 'https://hooks.example.com/sightline', event_types: webhookTypes };
  await api.post('/webhooks', { webhook });

  await eachLook(browser, null, async (page, take) => {
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
    await page.goto('/login');
    await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
    await page.getByLabel('Email').fill(demo.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Connect your account' })).toBeVisible();
    await take('single-sign-on');
    await page.goto('/design-system/colors');
    await take('colors', { fullPage: true });
    await page.goto('/docs/api');
    await take('api-reference');
    await page.goto('/docs/api#webhook-events');
    await take('api-reference-webhooks');
  });

  const newcomer = await signUp(baseURL);
  await eachLook(browser, newcomer, async (page, take) => {
    await page.goto('/app');
    await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
    await take('events-empty');
  });

  await sendPictures(browser, api.token, event.id);
  const expiresAt = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const link = { name: 'The client', stream_ids: streams.slice(0, 2).map(({ id }) => id), expires_at: expiresAt };
  await api.post(`/events/${event.id}/share_links`, { share_link: link });
  const [made] = await api.get<ShareLinkJson[]>(`/events/${event.id}/share_links`);
  await eachLook(browser, null, async (page, take) => {
    await page.goto(made?.attributes.path ?? '');
    await expect(page.getByTestId('preview-video')).toHaveCount(2, { timeout: 30_000 });
    await take('share');
  });
  await api.post('/events', { event: { name: 'Youth Night' } });
  for (const [name, access] of [
    ['Monitoring', 'read'],
    ['Tally lights', 'write'],
  ]) {
    await api.post('/api_tokens', { api_token: { name, access, expires_at: '2027-11-22T00:00:00Z' } });
  }
  await eachLook(browser, api.token, async (page, take, { isPhone }) => {
    // The same pictures on every machine.
    await page.route(/\/lan_addresses$/, (route) => route.fulfill({ json: { data: ['192.168.1.20'] } }));
    await page.goto('/app');
    await expect(page.getByTestId('preview-video').first()).toBeVisible({ timeout: 30_000 });
    await take('events');
    await page.goto(`/events/${event.id}`);
    const videos = page.getByTestId('preview-video');
    await expect.poll(() => videos.count(), { timeout: 30_000 }).toBeGreaterThanOrEqual(isPhone ? 1 : pictures.length);
    await take('event');
    await page.getByRole('button', { name: 'Show connection details' }).first().click();
    await page.getByRole('textbox', { name: 'Ingest address' }).scrollIntoViewIfNeeded();
    await take('event-connection');
    const card = page.getByTestId('stream-card').first();
    await card.getByText('192.168.1.20', { exact: true }).click();
    await card.getByRole('tab', { name: 'Larix' }).click();
    await card.getByRole('img', { name: 'QR code for Larix' }).scrollIntoViewIfNeeded();
    await take('event-larix');
    await page.goto(`/events/${event.id}/multiview`);
    await expect(page.getByTestId('preview-video').first()).toBeVisible({ timeout: 30_000 });
    await take('multiview', { stir: true });
    await page.goto(`/events/${event.id}/multiview?layout=1+3`);
    await expect(page.getByTestId('preview-video').first()).toBeVisible({ timeout: 30_000 });
    await take('multiview-large-and-small');
    await page.keyboard.press('p');
    await expect(page.getByRole('dialog', { name: 'Presets' })).toBeVisible();
    await take('multiview-presets');
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('dialog').getByText('The client')).toBeVisible();
    await take('share-links', { stir: true });
    await page.goto(`/events/${event.id}/tally?camera=${streams[0]?.id}`);
    await expect(page.getByTestId('camera-tally')).toBeVisible();
    await take('tally');
    await page.goto('/streams');
    await expect(page.getByTestId('stream-row').first()).toContainText('fps', { timeout: 30_000 });
    if (isPhone) await take('dashboard-list');
    await page.goto(`/streams?stream=${streams[0]?.id}`);
    await expect(page.getByTestId('stream-panel')).toContainText('kbit/s', { timeout: 30_000 });
    await take('dashboard');
    await page.goto('/account');
    await expect(page.getByText('This session')).toBeVisible();
    await take('account');
    await page.goto('/organization/tokens');
    await expect(page.getByRole('list', { name: 'API tokens' })).toBeVisible();
    await take('api-tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await take('api-token-new');
    await page.goto('/organization/audit');
    await expect(page.getByRole('list', { name: 'Audit trail' })).toBeVisible();
    await take('audit');
    await page.goto('/organization/webhooks');
    await expect(page.getByText('All events')).toBeVisible();
    await take('webhooks');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await take('webhook-edit');
    await page.goto('/organization/plan');
    await expect(page.getByRole('region', { name: 'Usage' })).toBeVisible();
    await take('plan');
    await page.goto('/organization');
    await expect(page.getByLabel('Organization name')).toBeVisible();
    await take('organization');
    await page.goto('/organization/members');
    await page.getByLabel('Email (optional)').fill('grace@example.com');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = page.getByRole('textbox', { name: 'Invitation link' });
    await expect(link).toBeVisible();
    await take('team', { fullPage: true });
  });

  await eachLook(browser, await logIn(baseURL, operator), async (page, take) => {
    await page.goto('/organization/system');
    await expect(page.getByRole('region', { name: 'This browser' })).toContainText('Video to here', {
      timeout: 20_000,
    });
    await take('system', { fullPage: true });
  });

  const invitation = JSON.stringify({ invitation: { role: 'viewer' } });
  const invited = await call(baseURL, '/invitations', { method: 'POST', body: invitation }, api.token);
  const { secret } = (invited as NewInvitationJson).attributes;
  await eachLook(browser, null, async (page, take) => {
    await page.goto(`/invite#${secret}`);
    await expect(page.getByLabel('First name')).toBeVisible();
    await take('invitation');
  });
  expect(pagesWithout([...taken]), 'there is a picture of every page').toEqual([]);
});

interface TakeOptions {
  fullPage?: boolean;
  /** Moves the pointer, for what shows only then. */
  stir?: boolean;
}

type Take = (name: string, options?: TakeOptions) => Promise<void>;

/** Opens a page in each look and lets pictures be taken of it. @param token of who is signed in; null: nobody */
async function eachLook(
  browser: Browser,
  token: string | null,
  work: (page: Page, take: Take, look: Look) => Promise<void>,
): Promise<void> {
  for (const look of looks) {
    const { viewport, colorScheme, isPhone } = look;
    const context = await browser.newContext({
      viewport,
      colorScheme,
      isMobile: isPhone,
      hasTouch: isPhone,
      deviceScaleFactor: isPhone ? 2 : 1,
    });
    if (token) await context.addInitScript((value) => localStorage.setItem('sl_token', value), token);
    const page = await context.newPage();
    await work(page, (name, options) => takePicture(page, `${name}-${look.look}.png`, options), look);
    await context.close();
  }
}

async function takePicture(
  page: Page,
  name: string,
  { fullPage = false, stir = false }: TakeOptions = {},
): Promise<void> {
  const file = path.join(directory, name);
  taken.add(new URL(page.url()).pathname);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(1_500); // pictures settle, and charts get a sample
  if (stir) {
    await page.mouse.move(100, 300);
    await page.waitForTimeout(300);
  }
  await page.screenshot({ path: file, fullPage, scale: fullPage ? 'css' : 'device' });
  if (statSync(file).size > maxBytes) reduceColors(file);
  expect(statSync(file).size, `${name} is small enough for the repository`).toBeLessThan(maxBytes);
}

/** Leaves 256 colors, which is enough for all but the cameras' pictures. */
function reduceColors(file: string): void {
  const reduced = `${file}.reduced.png`;
  const filter = 'split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none';
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', file, '-vf', filter, reduced]);
  renameSync(reduced, file);
}

/** Starts an encoder for each of the first cameras, at the address that the page shows for it. */
async function sendPictures(browser: Browser, token: string, eventId: string): Promise<void> {
  const context = await browser.newContext();
  await context.addInitScript((value) => localStorage.setItem('sl_token', value), token);
  const page = await context.newPage();
  await page.goto(`/events/${eventId}`);
  for (const [index, picture] of pictures.entries()) {
    const card = page.getByTestId('stream-card').nth(index);
    await expect(card.getByRole('switch', { name: /: On$/ })).toBeVisible({ timeout: 20_000 });
    await card.getByRole('button', { name: 'Show connection details' }).click();
    const address = await card.getByRole('textbox', { name: 'Ingest address' }).inputValue();
    ffmpeg([
      ...['-re', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-profile:v', 'baseline'],
      ...['-pix_fmt', 'yuv420p', '-g', '15', '-b:v', '1500k', '-c:a', 'aac', '-f', 'mpegts'],
      `${address}&latency=120000&pkt_size=1316`,
    ]);
  }
  await context.close();
}
