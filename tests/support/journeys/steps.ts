import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { EventJson } from '@/lib/contracts/events';
import type { StreamJson } from '@/lib/contracts/streams';

const password = 'correct horse';
let accounts = 0;

const newEmail = (): string => `ada-${Date.now()}-${accounts++}@example.org`;

/** Fills in the sign-up form that the page shows, and waits for the events list. */
export async function signUp(page: Page): Promise<void> {
  await page.getByLabel('Organization name').fill('Harbour Church');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  // The first sign-up of a product that has just started takes its time on a busy machine.
  await expect(page.getByRole('heading', { name: 'Your Events' })).toBeVisible({ timeout: 30_000 });
}

/** Creates an event on the events list and opens it. */
export async function createEvent(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New Event' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('article', { name }).getByRole('link', { name }).first().click();
  await page.waitForURL(/\/events\/[\w-]+$/);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** A member by the API, for tests that are about something else than forms. */
export class Member {
  private constructor(
    private readonly context: BrowserContext,
    readonly email: string,
    readonly password: string,
    private readonly token: string,
  ) {}

  /** Signs up the owner of a new organization; every page of the context that is opened from now on is theirs. */
  static async signUp(context: BrowserContext): Promise<Member> {
    const email = newEmail();
    const user = { email, password, first_name: 'Ada', last_name: 'Lovelace' };
    const organization = { name: 'Harbour Church' };
    const signedUp = await context.request.post('/api/v1/auth/signup', { data: { organization, user } });
    expect(signedUp.ok()).toBe(true);
    const login = await context.request.post('/api/v1/auth/login', { data: { user: { email, password } } });
    const { data } = (await login.json()) as { data: { token: string } };
    const member = new Member(context, email, password, data.token);
    await member.signIn(context);
    return member;
  }

  /** Makes the pages of a context this member's, those alone that are opened from now on. */
  async signIn(context: BrowserContext): Promise<void> {
    await context.addInitScript((token) => {
      // The blank page that every page is at first may not store anything.
      if (location.protocol !== 'about:') localStorage.setItem('sl_token', token);
    }, this.token);
  }

  async createEvent(name = 'Sunday Service'): Promise<EventJson> {
    return this.call<EventJson>('post', '/events', { event: { name } });
  }

  async addStream(eventId: string, name = 'Camera 1'): Promise<StreamJson> {
    return this.call<StreamJson>('post', '/streams', { stream: { name, event_id: eventId, protocol: 'srt' } });
  }

  /** One call of the API that has to succeed. @returns its `data` */
  async call<Data>(method: 'get' | 'post' | 'patch' | 'delete', path: string, data?: object): Promise<Data> {
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await this.context.request[method](`/api/v1${path}`, { data, headers });
    expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true);
    const text = await response.text();
    return (text ? (JSON.parse(text) as { data: Data }).data : undefined) as Data;
  }
}

/**
 * Adds the streams 'Camera 1' and so on to an event, and switches the first `on` of them on.
 * @returns the ingest addresses of those that are on
 */
export async function addCameras(member: Member, eventId: string, count: number, on = 0): Promise<string[]> {
  const addresses: string[] = [];
  for (let number = 1; number <= count; number++) {
    const { id, attributes } = await member.addStream(eventId, `Camera ${number}`);
    if (number > on) continue;
    await member.call('post', `/streams/${id}/start`);
    // An encoder that comes before is turned away.
    const status = async () => (await member.call<StreamJson>('get', `/streams/${id}`)).attributes.status;
    await expect.poll(status).toBe('active');
    addresses.push(`srt://127.0.0.1:${process.env.E2E_INGEST_PORT}?mode=caller&streamid=${attributes.stream_key}`);
  }
  return addresses;
}

/**
 * Keeps the answers of an address back until told otherwise.
 * @param method only to requests of this method; any where it is left out
 * @returns a function that lets them go
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
  return release;
}

/** Lets the server's answers for an event say otherwise in these attributes. */
export async function answerEventWith(page: Page, attributes: Partial<EventJson['attributes']>): Promise<void> {
  await page.route(/\/api\/v1\/events\/[\w-]+$/, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: EventJson };
    Object.assign(data.attributes, attributes);
    await route.fulfill({ response, json: { data } });
  });
}

/** Answers for an event as a server without LiveKit would: there is no room. */
export const takeAwayRoom = (page: Page): Promise<void> => answerEventWith(page, { livekit_token: '' });
