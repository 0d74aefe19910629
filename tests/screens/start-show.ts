import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, expect } from '@playwright/test';
import type { CameraInviteJson } from '@/lib/contracts/camera-invites';
import { webhookTypes } from '@/lib/contracts/organization/webhook-types';
import type { ShareLinkJson } from '@/lib/contracts/share-links';
import { ApiClient } from '../support/api/api-client';
import { ffmpeg } from '../support/camera/ffmpeg';
import { operator } from '../support/journeys/steps';
import { demo } from './walks';

/** The scene of each camera of the seed, drawn by scenes.mjs. The last camera waits for its encoder. */
const scenes = ['pulpit', 'choir', 'congregation'];
const scene = { frames: 30, fps: 15 };
/** How long the cameras are recorded, for the page with their recordings. */
const recordedMs = 12_000;
const newcomer = { email: 'new@example.com', password: 'demo-password', first_name: 'New' };

/** The data that the pictures show. */
export interface Show {
  eventId: string;
  streamIds: string[];
  /** Paths of links to two cameras. */
  sharePath: string;
  sharePathWithPassword: string;
  /** Path of the link that makes a phone a camera. */
  cameraPath: string;
  /** Secret of an invitation that nobody accepts. */
  invitationSecret: string;
  /** Address of an invited user who signs in only by single sign-on. */
  invitedEmail: string;
  /** Tokens of auth sessions: of the seed's user, of somebody who has just signed up, and of the installation's operator. */
  token: string;
  newcomerToken: string;
  operatorToken: string;
  /** Puts a camera on air. @param number counts from 1 */
  cut(number: number): Promise<void>;
}

/** Fills the product with the seed and with something of everything, and starts the cameras. */
export async function startShow(browser: Browser, baseUrl: string): Promise<Show> {
  const env = { ...process.env, PORT: new URL(baseUrl).port, SEED_PASSWORD: demo.password };
  execFileSync(process.execPath, ['scripts/seed.mjs'], { env });
  const api = await ApiClient.logIn(baseUrl, demo);
  const operatorApi = await ApiClient.logIn(baseUrl, operator);
  const [event] = await api.call('GET /events');
  if (!event) throw new Error('The seed has made no event.');
  const eventId = event.id;
  const streamIds = (await api.call('GET /streams', { query: { event_id: eventId } })).map(({ id }) => id);
  for (const id of streamIds.slice(0, scenes.length + 1))
    await api.call('POST /streams/{id}/start', { params: { id } });
  await api.call('POST /events', { body: { event: { name: 'Youth Night', starts_at: '2027-01-15T18:00:00Z' } } });
  await api.call('POST /webhooks', {
    body: { webhook: { url: 'https://hooks.example.com/sightline', event_types: [...webhookTypes] } },
  });
  for (const [name, access] of [
    ['Monitoring', 'read'],
    ['Tally lights', 'write'],
  ] as const) {
    await api.call('POST /api_tokens', { body: { api_token: { name, access, expires_at: '2027-11-22T00:00:00Z' } } });
  }
  const share = async (name: string, password: string | null): Promise<string> => {
    const expires_at = new Date(Date.now() + 24 * 3_600_000).toISOString();
    const link = { name, password, stream_ids: streamIds.slice(0, 2), expires_at };
    return pathOf(
      await api.call('POST /events/{id}/share_links', { params: { id: eventId }, body: { share_link: link } }),
    );
  };
  const invited = await api.call('POST /invitations', { body: { invitation: { role: 'viewer' } } });
  const invitedEmail = 'camera.two@example.org';
  // Single sign-on belongs to the operator's organization.
  await operatorApi.call('POST /invitations', { body: { invitation: { role: 'member', email: invitedEmail } } });
  const cameraInvite = await api.call('POST /events/{id}/camera_invites', {
    params: { id: eventId },
    body: {
      camera_invite: { label: 'Balcony', expires_at: new Date(Date.now() + 24 * 3_600_000).toISOString() },
    },
  });
  await sendPictures(browser, api.token ?? '', eventId);
  const cut = await startSwitcher(api, eventId, streamIds);
  await cut(1);
  await api.call('POST /events/{id}/recording', { params: { id: eventId } });
  await sleep(recordedMs);
  await api.call('DELETE /events/{id}/recording', { params: { id: eventId } });
  return {
    eventId,
    streamIds,
    sharePath: await share('The client', null),
    sharePathWithPassword: await share('The bride’s family', 'rehearsal'),
    cameraPath: pathOf(cameraInvite),
    invitationSecret: invited.attributes.secret,
    invitedEmail,
    token: api.token ?? '',
    newcomerToken: (await ApiClient.ofNewOrganization(baseUrl, newcomer, 'Newcomers')).token ?? '',
    operatorToken: operatorApi.token ?? '',
    cut,
  };
}

function pathOf({ attributes: { path: linkPath } }: ShareLinkJson | CameraInviteJson): string {
  if (!linkPath) throw new Error('A new link has no path.');
  return linkPath;
}

/** Adds a switcher, whose report it renews until the process ends. The next camera is in preview. @returns its cut */
async function startSwitcher(api: ApiClient, eventId: string, streamIds: string[]): Promise<Show['cut']> {
  const tally_source = { name: 'Mixer', match_by: 'number' } as const;
  const { id } = await api.call('POST /events/{id}/tally_sources', { params: { id: eventId }, body: { tally_source } });
  const mapping = Object.fromEntries(streamIds.map((streamId, index) => [index + 1, streamId]));
  await api.call('PATCH /tally_sources/{id}', { params: { id }, body: { tally_source: { mapping } } });
  let onAir = 0;
  const report = () => {
    const next = (onAir % scenes.length) + 1;
    const inputs = streamIds.map((_, index) => {
      const number = index + 1;
      return { number, program: number === onAir, preview: number === next };
    });
    return api.call('PUT /tally_sources/{id}/report', {
      params: { id },
      body: { tally: { inputs, valid_for_ms: 60_000 } },
    });
  };
  setInterval(report, 20_000).unref();
  return (number) => {
    onAir = number;
    return report();
  };
}

/** Starts an encoder for each of the first cameras, at the address that the page shows for it. */
async function sendPictures(browser: Browser, token: string, eventId: string): Promise<void> {
  const clips = scenes.map(drawClip);
  const context = await browser.newContext({ permissions: ['screen-wake-lock'] });
  await context.addInitScript((value) => localStorage.setItem('sl_token', value), token);
  const page = await context.newPage();
  await page.goto(`/events/${eventId}`);
  for (const [index, clip] of clips.entries()) {
    const card = page.getByTestId('stream-card').nth(index);
    await expect(card.getByRole('switch', { name: /: On$/ })).toBeVisible({ timeout: 20_000 });
    await card.getByRole('button', { name: 'Show connection details' }).click();
    const address = await card.getByRole('textbox', { name: 'Ingest address' }).inputValue();
    ffmpeg([
      ...['-re', '-stream_loop', '-1', '-i', clip, '-map', '0', '-c', 'copy', '-f', 'mpegts'],
      `${address}&latency=120000&pkt_size=1316`,
    ]);
  }
  await context.close();
}

/** Encodes a scene once, so that cameras keep up with the viewer on a small machine. @returns the clip's file */
function drawClip(name: string): string {
  const { frames, fps } = scene;
  const input = execFileSync(process.execPath, ['tests/screens/scenes.mjs', name, String(frames), String(fps)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const clip = path.join(mkdtempSync(path.join(tmpdir(), 'sightline-screens-')), `${name}.ts`);
  execFileSync(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', '480x270', '-r', String(fps), '-i', '-'],
      ...['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000', '-t', String(frames / fps)],
      // Two languages, between which the page lets the user choose.
      ...['-map', '0:v', '-map', '1:a', '-map', '1:a'],
      ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=deu'],
      ...['-vf', 'scale=960:540:flags=bicubic,noise=alls=5:allf=t', '-c:v', 'libx264', '-preset', 'fast'],
      ...['-tune', 'zerolatency', '-profile:v', 'baseline', '-pix_fmt', 'yuv420p', '-g', String(fps)],
      ...['-b:v', '1500k', '-c:a', 'aac', '-f', 'mpegts', clip],
    ],
    { input },
  );
  return clip;
}
