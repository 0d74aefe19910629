import { beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { api } from './api-client';
import { tokenStore } from './token-store';

const id = '018f6f0e-0000-7000-8000-000000000000';
const event = {
  id,
  type: 'event',
  attributes: {
    name: 'Gala',
    livekit_room_name: 'event-1',
    starts_at: null,
    ends_at: null,
    time_zone: 'UTC',
    keeps_in_step_by_sound: true,
    keeps_players_in_step: false,
    players_delay_ms: null,
    records_when_on: false,
    multiview: null,
    wall: null,
    alarms: defaultAlarms,
    alarms_muted_until: null,
    floor_plan: null,
    is_default: true,
    created_at: '2026-01-01T00:00:00.000Z',
    livekit_token: 't',
    livekit_url: 'ws://127.0.0.1:7880',
  },
};

let stored: string | null = null;
const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  stored = 'the-token';
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'sl_token' ? stored : null),
    removeItem: () => {
      stored = null;
    },
  });
  vi.stubGlobal('document', { documentElement: { dataset: { tokenKey: 'sl_token' } } });
  vi.stubGlobal('fetch', fetched.mockReset());
  return () => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  };
});

const answerWith = (status: number, body?: unknown) =>
  fetched.mockResolvedValue(new Response(body === undefined ? null : JSON.stringify(body), { status }));

function sent() {
  const [url, init] = fetched.mock.calls[0] ?? [];
  const { method, body, headers } = init ?? {};
  return { url, method, body, headers: Object.fromEntries(headers as Headers) };
}

describe('a call', () => {
  test('goes where the address says, as the signed-in user', async () => {
    answerWith(200, { data: event });
    expect(await api('GET /events/{id}', { params: { id } })).toEqual({ data: event });
    expect(sent()).toEqual({
      url: `/api/v1/events/${id}`,
      method: 'GET',
      body: undefined,
      headers: { accept: 'application/json', authorization: 'Bearer the-token' },
    });
  });

  test('escapes what stands in its path', async () => {
    answerWith(200, { data: event });
    await api('GET /events/{id}', { params: { id: '../streams?a=b' } });
    expect(sent().url).toBe('/api/v1/events/..%2Fstreams%3Fa%3Db');
  });

  test.each([
    [{ event_id: id }, `/api/v1/streams?event_id=${id}`],
    [{ event_id: undefined }, '/api/v1/streams'],
    [undefined, '/api/v1/streams'],
  ])('with the query %j goes to %s', async (query, url) => {
    answerWith(200, { data: [], meta: { next_cursor: null } });
    await api('GET /streams', { query });
    expect(sent().url).toBe(url);
  });

  test('sends its body as JSON, without a token where nobody is signed in', async () => {
    stored = null;
    answerWith(201, { data: event });
    await api('POST /events', { body: { event: { name: 'Gala' } }, headers: { 'Time-Zone': 'Asia/Kathmandu' } });
    expect(sent()).toMatchObject({
      body: '{"event":{"name":"Gala"}}',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    });
    expect(sent().headers).toHaveProperty('time-zone', 'Asia/Kathmandu');
    expect(sent().headers).not.toHaveProperty('authorization');
  });

  test('answered 204 gives nothing', async () => {
    answerWith(204);
    expect(await api('DELETE /events/{id}', { params: { id } })).toBeUndefined();
  });
});

/** A call compiles only with what its endpoint declares. Never called: the compiler checks it. */
async function misuses() {
  // @ts-expect-error an id is missing
  await api('GET /events/{id}');
  // @ts-expect-error a body is missing
  await api('POST /events', {});
  // @ts-expect-error the body is another endpoint's
  await api('POST /events', { body: { stream: { name: 'Camera 1' } } });
  // @ts-expect-error the range does not exist
  await api('GET /streams/{id}/metrics', { params: { id }, query: { range: '2h' } });
  // @ts-expect-error the endpoint takes no query
  await api('GET /events', { query: { event_id: id } });
  // @ts-expect-error nothing is declared at this address
  await api({ name: 'listCameras', method: 'GET', path: '/cameras' });
  const { data } = await api('GET /streams');
  // @ts-expect-error a stream has no such attribute
  return data[0]?.attributes.color;
}
void misuses;

describe('a call that fails', () => {
  test('throws what the server says', async () => {
    answerWith(422, { error: { message: 'No.', code: 'invalid_input', errors: { name: ['No.'] } } });
    await expect(api('GET /streams')).rejects.toMatchObject({
      status: 422,
      code: 'invalid_input',
      message: 'No.',
      errors: { name: ['No.'] },
    });
    expect(tokenStore.get()).toBe('the-token');
  });

  test('with 401 ends the browser session', async () => {
    answerWith(401, { error: { message: 'Sign in.', code: 'unauthorized' } });
    vi.stubGlobal('window', { addEventListener: () => undefined });
    await expect(api('GET /streams')).rejects.toMatchObject({ status: 401 });
    expect(tokenStore.get()).toBeNull();
  });

  test('without an answer throws status 0', async () => {
    fetched.mockRejectedValue(new TypeError('fetch failed'));
    await expect(api('GET /streams')).rejects.toMatchObject({ status: 0, code: 'network' });
  });

  test('because the caller gave up throws the reason of that', async () => {
    const aborted = AbortSignal.abort();
    fetched.mockRejectedValue(aborted.reason);
    await expect(api('GET /streams', { signal: aborted })).rejects.toBe(aborted.reason);
  });
});

describe('an answer that is not what the endpoint declares', () => {
  test.each([
    ['lacks a field', { data: { ...event, id: undefined } }, 'data.id'],
    [
      'has a field of another type',
      { data: { ...event, attributes: { ...event.attributes, name: 7 } } },
      'data.attributes.name',
    ],
    ['is empty', undefined, ''],
  ])('throws where it %s, and names the place', async (_, body, place) => {
    answerWith(200, body);
    const error = await api('GET /events/{id}', { params: { id } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain('GET /events/{id} answers what it does not declare');
    expect((error as Error).message).toContain(place);
  });

  test('throws where there should be none', async () => {
    answerWith(200, { data: event });
    await expect(api('DELETE /events/{id}', { params: { id } })).rejects.toThrow('DELETE /events/{id}');
  });

  test('is shown to the browser as an uncaught error too', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    answerWith(200, { data: 7 });
    await expect(api('GET /events/{id}', { params: { id } })).rejects.toThrow();
    expect(reported).toHaveBeenCalledOnce();
  });

  test('passes unchecked in production', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    answerWith(200, { data: 7 });
    expect(await api('GET /events/{id}', { params: { id } })).toEqual({ data: 7 });
  });
});
