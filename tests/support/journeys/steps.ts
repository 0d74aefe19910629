import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { EventJson } from '@/lib/contracts/events';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { ApiClient } from '../api/api-client';
import { expectRouted } from './expect-routed';

const password = 'correct horse';
let accounts = 0;

/** The server's operator. The journeys' product starts with this account. */
export const operator = { email: 'operator@example.org', password };

const newEmail = (): string => `ada-${Date.now()}-${accounts++}@example.org`;

/** No camera of this page sends: as in a browser that cannot count frames, what the server says of a picture counts. */
export const countNoFrames = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestVideoFrameCallback'));

/** Fills in the sign-up form that the page shows, and waits for the events list. */
export async function signUp(page: Page): Promise<void> {
  await page.getByLabel('Organization name').fill('Harbour Church');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  // The first sign-up after the start takes time on a busy machine.
  await expect(page.getByRole('heading', { name: 'Your Events' })).toBeVisible({ timeout: 30_000 });
}

/** Fills in the sign-in form that the page shows. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Goes from a page that needs sign-in, or the sign-in page itself, to the identity provider and signs in there. */
export async function signInAtProvider(page: Page, email: string, asked = '/login'): Promise<void> {
  await page.goto(asked);
  await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
  await expect(page.getByRole('heading', { name: 'Identity provider' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Creates an event on the events list, which opens it. */
export async function createEvent(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New Event' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/events\/[\w-]+$/);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** Signs a user in on every page that a context opens from now on. */
export async function signInByToken(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((value) => {
    // Every page is blank at first, and a blank page has no storage.
    if (location.protocol !== 'about:') localStorage.setItem('sl_token', value);
  }, token);
}

/** A member that acts by the API, for tests that are not about forms. */
export class Member extends ApiClient {
  readonly password = password;

  private constructor(
    readonly email: string,
    { baseUrl, token }: ApiClient,
  ) {
    super(baseUrl, token);
  }

  /** Signs up the owner of a new organization, and signs in every page that the context opens from now on. */
  static async signUp(context: BrowserContext): Promise<Member> {
    const email = newEmail();
    const user = { email, password, first_name: 'Ada', last_name: 'Lovelace' };
    const member = new Member(
      email,
      await ApiClient.ofNewOrganization(process.env.E2E_BASE_URL ?? '', user, 'Harbour Church'),
    );
    await member.signIn(context);
    return member;
  }

  /** Signs the member in on every page that a context opens from now on. */
  signIn(context: BrowserContext): Promise<void> {
    return signInByToken(context, this.token ?? '');
  }

  async createEvent(name = 'Sunday Service'): Promise<EventJson> {
    return this.call('POST /events', { body: { event: { name } } });
  }

  async addStream(eventId: string, name = 'Camera 1'): Promise<MemberStreamJson> {
    return this.call('POST /streams', { body: { stream: { name, event_id: eventId, protocol: 'srt' } } });
  }
}

/**
 * Adds the streams 'Camera 1' and so on to an event, and switches the first `on` of them on.
 * @returns the ingest addresses of those that are on
 */
export async function addCameras(member: Member, eventId: string, count: number, on = 0): Promise<string[]> {
  const added: Awaited<ReturnType<Member['addStream']>>[] = [];
  for (let number = 1; number <= count; number++) added.push(await member.addStream(eventId, `Camera ${number}`));
  const started = added.slice(0, on);
  for (const { id } of started) await member.call('POST /streams/{id}/start', { params: { id } });
  for (const { id } of started) {
    // An encoder that connects earlier is refused.
    const status = async () => (await member.call('GET /streams/{id}', { params: { id } })).attributes.status;
    await expect.poll(status, { timeout: 30_000 }).toBe('active');
  }
  return started.map(
    ({ attributes }) => `srt://127.0.0.1:${process.env.E2E_INGEST_PORT}?mode=caller&streamid=${attributes.stream_key}`,
  );
}

/**
 * Holds back the answers to matching requests.
 * @param method only requests of this method; all if it is omitted
 * @returns a function that releases them
 */
export async function holdBack(page: Page, path: RegExp, method?: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    if (!method || route.request().method() === method) await released;
    await route.fallback();
  });
  await expectRouted(page);
  return release;
}

/** Overrides attributes in the server's answers for an event. */
async function answerEventWith(page: Page, attributes: Partial<EventJson['attributes']>): Promise<void> {
  await page.route(/\/api\/v1\/events\/[\w-]+$/, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: EventJson };
    Object.assign(data.attributes, attributes);
    await route.fulfill({ response, json: { data } });
  });
}

/** Answers for an event as a server without LiveKit does: without a room. */
export const removeRoom = (page: Page): Promise<void> => answerEventWith(page, { livekit_token: '' });
