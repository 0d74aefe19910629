import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ShareAccess } from './share-access';

const share = {
  event_name: 'Gala',
  can_hear: false,
  cameras: [{ identity: 'camera-1', stream_id: '019f2c5e-7a31-7c44-9d0e-5b1f6a2c8e90', name: 'Camera 1' }],
  expires_at: '2099-01-01T00:00:00.000Z',
  viewer: 'viewer-1',
  livekit_token: 'token',
  livekit_url: 'ws://127.0.0.1:7880',
  recorded: null,
  comments: null,
  multiview: null,
  wall: null,
};
const opened = (changes: Partial<typeof share> = {}) =>
  Response.json({ data: { type: 'share', attributes: Object.assign({}, share, changes) } });
const refused = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status });

const fetchMock = vi.fn<typeof fetch>();
let access: ShareAccess;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('fetch', fetchMock);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  access = new ShareAccess('the-secret');
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

const sent = (call: number): object => JSON.parse(String(fetchMock.mock.calls[call]?.[1]?.body)).share;

test('the secret is exchanged without the token of whoever is signed in', async () => {
  fetchMock.mockResolvedValueOnce(opened());
  expect(await access.open()).toEqual(share);
  expect(access.state).toEqual({ status: 'open', share });
  const [url, init] = fetchMock.mock.calls[0] ?? [];
  expect(url).toBe('/api/v1/share');
  expect(new Headers(init?.headers).has('authorization')).toBe(false);
  expect(sent(0)).toEqual({ secret: 'the-secret' });
});

test('the room gets the first answer’s token, and a new one for each connection after that', async () => {
  fetchMock.mockResolvedValueOnce(opened()).mockResolvedValueOnce(opened({ livekit_token: 'newer' }));
  await access.open();
  expect(await access.fetchCredentials('first')).toEqual({ url: share.livekit_url, token: 'token' });
  expect(await access.fetchCredentials('again')).toEqual({ url: share.livekit_url, token: 'newer' });
});

test('a page that is loaded again is the same viewer; a copy of its tab is not', async () => {
  fetchMock.mockImplementation(async () => opened());
  await access.open();
  await access.open();
  const copied = new ShareAccess('the-secret');
  await copied.open();
  access.keepViewer();
  const reloaded = new ShareAccess('the-secret');
  await reloaded.open();
  expect([0, 1, 2, 3].map(sent)).toEqual([
    { secret: 'the-secret' },
    { secret: 'the-secret', viewer: 'viewer-1' },
    { secret: 'the-secret' },
    { secret: 'the-secret', viewer: 'viewer-1' },
  ]);
});

test.each([
  ['any access', () => vi.stubGlobal('sessionStorage', undefined)],
  [
    'each call',
    () => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    },
  ],
])('a browser that forbids the storage, at %s, opens the link', async (_, forbid) => {
  forbid();
  fetchMock.mockImplementation(async () => opened());
  expect(await access.open()).toEqual(share);
  expect(() => access.keepViewer()).not.toThrow();
  expect(await new ShareAccess('the-secret').open()).toEqual(share);
});

test('a password is asked for, and what is wrong with it is said', async () => {
  fetchMock
    .mockResolvedValueOnce(
      refused(401, 'password_required', 'Festival GmbH shares Gala with you by a link with a password.'),
    )
    .mockResolvedValueOnce(refused(401, 'password_required', 'Wrong password.'))
    .mockResolvedValueOnce(refused(429, 'too_many_requests', 'Too many wrong passwords.'))
    .mockResolvedValueOnce(opened());
  await access.open();
  expect(access.state).toEqual({
    status: 'password',
    offer: 'Festival GmbH shares Gala with you by a link with a password.',
    message: null,
  });
  await access.open('a guess');
  expect(access.state).toEqual({
    status: 'password',
    offer: 'Festival GmbH shares Gala with you by a link with a password.',
    message: 'Wrong password.',
  });
  await access.open('a guess');
  expect(access.state).toEqual({
    status: 'password',
    offer: 'Festival GmbH shares Gala with you by a link with a password.',
    message: 'Too many wrong passwords.',
  });
  await access.open('opening night');
  expect(access.state.status).toBe('open');
});

describe('an open link', () => {
  beforeEach(async () => {
    fetchMock.mockResolvedValueOnce(opened());
    await access.open();
  });

  test('stays open while the server is away, and the room asks again', async () => {
    fetchMock
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValueOnce(refused(503, 'unavailable', 'Away.'));
    expect(await access.open()).toBeNull();
    await expect(access.fetchCredentials('again')).rejects.toThrow();
    expect(access.state.status).toBe('open');
  });

  test.each([
    [410, 'gone', false],
    [404, 'not_found', false],
    [409, 'limit_reached', true],
  ])('that is answered %i %s is refused; trying again is offered: %s', async (status, code, canRetry) => {
    fetchMock.mockResolvedValueOnce(refused(status, code, 'Why.'));
    expect(await access.fetchCredentials('again')).toBeNull();
    expect(access.state).toEqual({ status: 'refused', message: 'Why.', canRetry });
  });
});

test('a server that cannot be reached at first can be tried again', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('offline'));
  await access.open();
  expect(access.state).toEqual({ status: 'refused', message: 'The server cannot be reached.', canRetry: true });
});
