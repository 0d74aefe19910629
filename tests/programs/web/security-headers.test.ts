import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addresses } from '@/lib/contracts/api/addresses';
import { newId } from '@/lib/core/id';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { documentHeaders } from '@/server/web/requests/security-headers';
import { ApiClient } from '../../support/api/api-client';
import { cableHead, requestHead, TcpPeers } from '../../support/network/tcp-peers';
import { startWebProgram, type WebProgram } from '../../support/product/web-program';
import { indexText, keepRecording, keptStartUs } from '../../support/recordings/keep-recording';
import { until } from '../../support/until';

/** From where the program's proxy connects; tests connect from 127.0.0.1 unless they say otherwise. */
const proxyAddress = '127.0.0.2';

let web: WebProgram;
const recordings = mkdtempSync(path.join(tmpdir(), 'sightline-recordings-'));
let token: string;

beforeAll(async () => {
  web = await startWebProgram({
    env: {
      TRUSTED_PROXY_COUNT: '1',
      TRUSTED_PROXY_ADDRESSES: proxyAddress,
      RECORDINGS_DIR: recordings,
      LOG_LEVEL: 'debug',
      BRAND_COLOR_LIGHT: '#0a2540',
      BRAND_MARK_URL: 'https://cdn.example/mark.png',
    },
  });
  token = (await web.signUp()).token ?? '';
}, 60_000);

afterAll(async () => {
  await web.stop();
  rmSync(recordings, { recursive: true });
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface Call {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: object;
  /** The address of this machine that the connection comes from. */
  from?: string;
}

/** Asks without following redirects, and without correcting the target. */
function ask(
  target: string,
  { method = 'GET', headers = {}, body: sentBody, from = '127.0.0.1' }: Call = {},
): Promise<Answer> {
  const { hostname, port } = new URL(web.baseUrl);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { hostname, port, path: target, method, headers, localAddress: from, agent: false },
      (response) => {
        let body = '';
        response.on('data', (chunk) => (body += String(chunk)));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers as Record<string, string>, body }),
        );
      },
    );
    sent.on('error', reject).end(sentBody && JSON.stringify(sentBody));
  });
}

const id = '00000000-0000-4000-8000-000000000000';

/** Every page, by its folder. */
const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'page.tsx')
  .map((file) =>
    `/${path.dirname(file)}`
      .replaceAll(/\/\([^)]*\)/g, '')
      .replace('[id]', id)
      .replace('[...path]', 'nowhere'),
  )
  .map((page) => (page === '' || page === '/.' ? '/' : page));

const endpoints = Object.values(addresses).map((address): [string, string] => {
  const [method = '', place = ''] = address.split(' ');
  return [method, `/api/v1${place.replace('{id}', id)}`];
});

/** One of the build's files of each kind. */
const builtFiles = [
  ...new Map(
    readdirSync('.next/static', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.\w+$/.test(file) && !/\.(br|gz)$/.test(file))
      .map((file) => [path.extname(file), `/_next/static/${file.split(path.sep).map(encodeURIComponent).join('/')}`]),
  ).values(),
];

const isScript = (file: string): boolean => file.endsWith('.js');

const bare = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param films the page on which a phone films */
function expectSecured({ headers }: Answer, policy: unknown = bare, films = false): void {
  expect(headers).toMatchObject({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(
      films ? /^(?!.*\b(camera|microphone)=\(\)).*usb=\(\)/ : /\bcamera=\(\)/,
    ),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
}

const nonceOf = ({ headers }: Answer): string =>
  /script-src 'nonce-([\w+/=]+)' 'strict-dynamic';/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';

test('there is something to ask for', () => {
  expect(pages).toContain(`/events/${id}/multiview`);
  expect(pages.length).toBeGreaterThan(7);
  expect(endpoints.length).toBeGreaterThan(15);
  expect(builtFiles.map((file) => path.extname(file))).toEqual(expect.arrayContaining(['.js', '.css', '.woff2']));
});

describe('every page has a strict policy of its own', () => {
  test.each(pages)('%s', async (page) => {
    const answer = await ask(page, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(200);
    expectSecured(
      answer,
      expect.stringMatching(/^default-src 'none'; script-src 'nonce-[\w+/=]{24}' 'strict-dynamic'; /),
      page === '/camera',
    );
    const nonce = nonceOf(answer);
    expect(nonceOf(await ask(page))).not.toBe(nonce);
    // The page has nothing that its policy would block: no tag without the nonce, no style or handler in an attribute.
    const tags = answer.body.match(/<(script|style)\b[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(3);
    expect(tags.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(answer.body.match(/<[a-z][^>]*\s(style|on[a-z]+)="[^"]*"/g)).toBeNull();
    // Another origin than the operator's own image is named nowhere but for LiveKit.
    expect(answer.headers['content-security-policy']).toContain("img-src 'self' https://cdn.example;");
    // Players of recordings make their source themselves.
    expect(answer.headers['content-security-policy']?.replace(" media-src 'self' blob:;", '')).not.toMatch(
      /unsafe|\*| (https?|wss?|data|blob):[ ;]/,
    );
  });
});

describe('every other answer forbids all', () => {
  test.each(endpoints)('%s %s, to a stranger and to a member', async (method, place) => {
    const json = { 'content-type': 'application/json' };
    expectSecured(await ask(place, { method, headers: json }));
    if (place.endsWith('/logout')) return;
    expectSecured(await ask(place, { method, headers: { authorization: `Bearer ${token}`, ...json } }));
  });

  test.each(builtFiles.filter((file) => !isScript(file)))('%s', async (file) => {
    const answer = await ask(file, { headers: { 'accept-encoding': 'br' } });
    expect(answer.status).toBe(200);
    expectSecured(answer);
    expect(answer.headers['cache-control']).toContain('immutable');
  });

  test.each(builtFiles.filter(isScript))('but for %s, in which only a page can run anything', async (file) => {
    const { status, headers } = await ask(file, { headers: { 'accept-encoding': 'br' } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': expect.stringContaining('immutable'),
    });
    // The figures of tests/e2e/page-weight.spec.ts include headers.
    for (const header of documentHeaders) expect(headers).not.toHaveProperty(header);
  });

  test.each<[number, string, Call]>([
    [200, '/healthz', {}],
    [404, '/api/v1/nowhere', {}],
    [404, '/_next/static/nowhere.js', {}],
    [404, '/_next/image?url=%2Fmark.svg&w=64&q=75', {}],
    [404, '/_next/data/x/y.json', {}],
    [400, '/%ff', {}],
    [400, '*', {}],
    [405, '/api/v1/events', { method: 'TRACE' }],
    [405, '/api/v1/events', { method: 'PUT' }],
    [204, '/api/v1/events', { method: 'OPTIONS' }],
    [204, '/healthz', { method: 'OPTIONS' }],
  ])('%i of %s %j', async (status, target, call) => {
    const answer = await ask(target, call);
    expect(answer.status).toBe(status);
    expectSecured(answer.status === 400 ? Object.assign(answer, { headers: withOpener(answer.headers) }) : answer);
  });

  /** An answer to a malformed request does not know how it was called, and so not whether this header is any good. */
  const withOpener = (headers: Record<string, string>) =>
    Object.assign({ 'cross-origin-opener-policy': 'same-origin' }, headers);

  test.each([
    ['a websocket that is not there', requestHead('GET /nowhere', 'Connection: Upgrade', 'Upgrade: websocket'), 404],
    ['/cable without its protocol', cableHead(), 400],
    ['/cable for another origin', cableHead('Origin: https://evil.example'), 403],
    ['a tunnel', requestHead('CONNECT shows.example:443'), 405],
    ['garbage', 'garbage\r\n\r\n', 400],
  ])('a refused connection: %s', async (_, text, status) => {
    const heard = (await new TcpPeers(web.baseUrl).ask(text)).toLowerCase();
    expect(heard).toMatch(new RegExp(`^http/1\\.1 ${status} `));
    expect(heard).toContain(`content-security-policy: ${bare}\r\n`);
    for (const header of ['x-content-type-options: nosniff', 'referrer-policy: same-origin', 'connection: close']) {
      expect(heard).toContain(`${header}\r\n`);
    }
  });
});

describe('a recording’s file', () => {
  /** Asks the API as the member. @returns the answer's `data` */
  async function api<Data>(target: string, body?: object, method = 'POST'): Promise<Data> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await ask(`/api/v1${target}`, { method, headers, body });
    return (JSON.parse(answer.body) as { data: Data }).data;
  }

  const record = ({ isEnded = true, bytes = '0123456789' } = {}) =>
    keepRecording(new ApiClient(web.baseUrl, token), {
      folder: recordings,
      databaseUrl: web.databaseUrl,
      parts: [bytes],
      isEnded,
    });

  const downloadOf = async (recordingId: string) =>
    (await api<{ url: string }>(`/recordings/${recordingId}/download`)).url;

  test('is taken up again where its download broke off, and in any range', async () => {
    const url = await downloadOf((await record()).recordingId);
    const whole = await ask(url);
    expect([whole.status, whole.body]).toEqual([200, 'tables0123456789']);
    expect(whole.headers['accept-ranges']).toBe('bytes');
    expectSecured(whole, expect.stringContaining("'strict-dynamic'"));
    const { etag = '' } = whole.headers;
    const all = [200, 'tables0123456789', undefined];
    const part = (text: string, from: number) => [206, text, `bytes ${from}-${from + text.length - 1}/16`];
    const none = [416, '', 'bytes */16'];
    const cases: [Call, unknown][] = [
      [{ headers: { range: 'bytes=0-3' } }, part('tabl', 0)],
      [{ headers: { range: 'bytes=15-15' } }, part('9', 15)],
      [{ headers: { range: 'bytes=9-' } }, part('3456789', 9)],
      [{ headers: { range: 'bytes=12-99' } }, part('6789', 12)],
      [{ headers: { range: 'bytes=-3' } }, part('789', 13)],
      [{ headers: { range: 'bytes=-99' } }, part('tables0123456789', 0)],
      [{ headers: { range: 'Bytes=0-3' } }, part('tabl', 0)],
      [{ headers: { range: 'bytes=-0' } }, none],
      [{ headers: { range: 'bytes=16-' } }, none],
      [{ headers: { range: 'bytes=99-999' } }, none],
      [{ headers: { range: `bytes=${'9'.repeat(400)}-` } }, none],
      // A server may ignore several ranges, and ignores what it cannot read (RFC 9110, 14.2).
      [{ headers: { range: 'bytes=0-1,4-5' } }, all],
      [{ headers: { range: 'bytes=10-5' } }, all],
      [{ headers: { range: 'bytes=-' } }, all],
      [{ headers: { range: 'frames=0-3' } }, all],
      [{ headers: { range: 'bytes=9-', 'if-range': etag } }, part('3456789', 9)],
      [{ headers: { range: 'bytes=9-', 'if-range': '"15"' } }, all],
      [{ headers: { range: 'bytes=99-', 'if-range': '"15"' } }, all],
      // Neither a weak validator nor a date says that the bytes are the same (RFC 9110, 13.1.5).
      [{ headers: { range: 'bytes=9-', 'if-range': `W/${etag}` } }, all],
      [{ headers: { range: 'bytes=9-', 'if-range': new Date().toUTCString() } }, all],
      // GET alone has ranges.
      [{ method: 'HEAD' }, [200, '', undefined]],
      [{ method: 'HEAD', headers: { range: 'bytes=9-' } }, [200, '', undefined]],
    ];
    for (const [call, expected] of cases) {
      const { status, body, headers } = await ask(url, call);
      expect([status, body, headers['content-range']], JSON.stringify(call)).toEqual(expected);
      expect(headers.etag).toBe(etag);
      // Next drops it. Browsers show the progress of a download by it, and an answer to HEAD tells that of GET.
      const length = call.method === 'HEAD' ? 16 : body.length;
      if (status !== 416) expect(headers['content-length'], JSON.stringify(call)).toBe(String(length));
    }
    const absolute = await ask(`http://shows.example${url}`, { headers: { range: 'bytes=9-' } });
    expect([absolute.status, absolute.body]).toEqual([206, '3456789']);
    // Nobody reads the body that an answer to HEAD has not.
    await until('no file of a recording is open', () => web.openFiles(recordings) === 0);
  });

  test('that grows has more behind its end later, and says that it is another file', async () => {
    const { recordingId, folder } = await record({ isEnded: false });
    const url = await downloadOf(recordingId);
    const before = await ask(url);
    expect([before.status, before.body]).toEqual([200, 'tables0123456789']);
    const beyond = { headers: { range: 'bytes=16-' } };
    expect((await ask(url, beyond)).headers['content-range']).toBe('bytes */16');
    appendFileSync(path.join(folder, 'a.ts'), 'abcd');
    appendFileSync(
      path.join(folder, 'a.jsonl'),
      indexText([{ kind: 'keyframe', offset: 10, pts: 90_000, wallUs: keptStartUs + 1e6, clock: 'sent' }]),
    );
    await until('the recording has grown', async () => (await ask(url, beyond)).status === 206);
    expect((await ask(url, beyond)).body).toBe('abcd');
    const changed = await ask(url, { headers: { range: 'bytes=16-', 'if-range': before.headers.etag ?? '' } });
    expect([changed.status, changed.body]).toEqual([200, 'tables0123456789abcd']);
  });

  test('has ranges at each address of media', async () => {
    const { recordingId, eventId } = await record();
    const base = `/recordings/${recordingId}`;
    const { playlist_url: playlistUrl } = await api<{ playlist_url: string }>(`${base}/timeline`, undefined, 'GET');
    const { search } = new URL(playlistUrl, web.baseUrl);
    const exportId = newId();
    const facts = {
      cameraName: 'Balcony',
      startUs: keptStartUs,
      durationUs: 1e6,
      sizeBytes: 10,
      crc32: crc32('0123456789'),
    };
    const files = ['a.ts', 'b.ts'].map((name) => Object.assign({ name }, facts));
    mkdirSync(path.join(recordings, 'exports', exportId), { recursive: true });
    for (const { name } of files) writeFileSync(path.join(recordings, 'exports', exportId, name), '0123456789');
    await withClient(web.databaseUrl, (client) =>
      client.query(
        `INSERT INTO recording_exports (id, organization_id, event_id, format, recording_ids, starts_at, ends_at, status, files, finished_at)
           SELECT $1, organization_id, id, 'ts', '{}', now(), now(), 'done', $3, now() FROM events WHERE id = $2`,
        [exportId, eventId, JSON.stringify(files)],
      ),
    );
    const exported = await api<{ files: { url: string }[]; archive: { url: string } }>(`/exports/${exportId}/download`);
    const [startsAt, endsAt] = [0, 10_000].map((ms) => new Date(keptStartUs / 1_000 + ms).toISOString());
    const link = await api<{ attributes: { path: string } }>(`/events/${eventId}/share_links`, {
      share_link: {
        name: 'The client',
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
        recorded: { starts_at: startsAt, ends_at: endsAt },
      },
    });
    const shared = await api<{ attributes: { recorded: { recordings: { timeline_url: string }[] } } }>('/share', {
      share: { secret: link.attributes.path.split('#')[1] },
    });
    const sharedUrl = shared.attributes.recorded.recordings[0]?.timeline_url ?? '';
    const places = [
      await downloadOf(recordingId),
      `${base}/parts/0${search}`,
      `${base}/replay${search}&file=a.ts&from=0`,
      exported.files[1]?.url ?? '',
      exported.archive.url,
      sharedUrl.replace('/timeline?', '/parts/0?'),
    ];
    for (const place of places) {
      const { body } = await ask(place);
      const { status, body: part } = await ask(place, { headers: { range: 'bytes=2-4' } });
      expect([status, part], place).toEqual([206, body.slice(2, 5)]);
    }
    // Each route that sends media lies where these are.
    const routes = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('route.ts') && readFileSync(path.join('app', file), 'utf8').match(/(media|file)Response\(/),
    );
    expect(routes).toHaveLength(places.length);
  });

  test('is sent once at a time on a connection, and one that asks for many is closed', async () => {
    // More than the system's buffers take of a connection that nobody reads.
    const url = await downloadOf((await record({ bytes: 'x'.repeat(24 * 1024 * 1024) })).recordingId);
    const peers = new TcpPeers(web.baseUrl);
    peers.open(requestHead(`GET ${url}`).repeat(3)).pause();
    await until('the first is sent', () => web.openFiles(recordings) === 1);
    const many = peers.open(requestHead(`GET ${url}`).repeat(20)).resume();
    await Promise.race([once(many, 'end'), once(many, 'close')]);
    expect(web.openFiles(recordings)).toBeLessThanOrEqual(2);
    peers.close();
    await until('no file of a recording is open', () => web.openFiles(recordings) === 0);
  });
});

describe('pages answer', () => {
  const isPagePolicy = expect.stringContaining("'strict-dynamic'");

  test.each<[string, number, string, Call]>([
    ['a file', 200, '/mark.svg', {}],
    ['a file, asked for backwards', 200, '/mark.svg', { headers: { range: 'bytes=10-5' } }],
    ['a page, asked for backwards', 200, '/login', { headers: { range: 'bytes=10-5' } }],
    ['the manifest', 200, '/manifest.webmanifest', {}],
    ['a redirect', 308, '/login/', {}],
    ['a path with too many slashes', 308, '//evil.example//x', {}],
    ['a method that no page knows', 405, '/login', { method: 'POST' }],
    ['TRACE', 405, '/login', { method: 'TRACE' }],
    ['a malformed state of the router', 400, '/login', { headers: { 'next-router-state-tree': '{' } }],
  ])('%s with %i', async (_, status, target, call) => {
    const answer = await ask(target, call);
    expect(answer.status).toBe(status);
    expectSecured(answer, status === 405 || status === 400 ? bare : isPagePolicy);
    if (status === 405) expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    if (status === 308) expect(answer.headers.location).toMatch(/^\/[^/]/);
  });

  test('a built file asked for backwards, as a whole', async () => {
    const answer = await ask(builtFiles[0] ?? '', { headers: { range: 'bytes=10-5' } });
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBeGreaterThan(0);
  });

  test('a link whose # a mail program has encoded, by leading to the page, and no log has its secret', async () => {
    const secret = 'Zk3v8Qy1LwT0aXn5RbUc7JdHs2PfGm9E-_4kXo1BqTA';
    for (const page of ['share', 'camera', 'invite', 'reset-password', 'report']) {
      const answer = await ask(`/${page}%23${secret}?data=05`, { headers: { accept: 'text/html' } });
      expect([answer.status, answer.headers.location]).toEqual([302, `/${page}#${secret}`]);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      expect((await ask(`/${page}%23${secret}`, { method: 'HEAD' })).status).toBe(302);
    }
    expect(web.output()).not.toContain(secret);
  });

  test('an absolute target, which names the host', async () => {
    const answer = await ask('http://shows.example/login', { headers: { host: 'other.example' } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toMatch(/ ws:\/\/shows\.example[ ;]/);
  });
});

describe('forwarded headers', () => {
  const forwarded = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'shows.example',
    'x-forwarded-for': '203.0.113.7',
  };

  test.each(['/', '/healthz', '/api/v1/events', builtFiles[0] ?? '', '/%ff'])(
    'count of the proxy: %s',
    async (target) => {
      const answer = await ask(target, { headers: forwarded, from: proxyAddress });
      const isSound = answer.status !== 400;
      expect(answer.headers['strict-transport-security']).toBe(isSound ? 'max-age=31536000' : undefined);
      if (target === '/') expect(answer.headers['content-security-policy']).toMatch(/ wss:\/\/shows\.example[ ;]/);
    },
  );

  test('do not count of anybody else', async () => {
    const answer = await ask('/', { headers: forwarded });
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
    expect(answer.headers['content-security-policy']).not.toContain('shows.example');
  });
});

test('the secret of a link whose # a mail program has encoded reaches no log', async () => {
  const secret = 'Zk3v8Qy1LwT0aXn5RbUc7JdHs2PfGm9E-_4kXo1BqTA';
  const targets = [
    'share',
    'camera',
    'invite',
    'reset-password',
    'report',
    'api/v1/events',
    'nowhere',
    'livekit',
    'whip',
  ];
  const links = targets.flatMap((page) => [
    `/${page}%23${secret}`,
    `/${page}%2523${secret}?data=05`,
    `/${page}/%23${secret}%zz`,
  ]);
  for (const link of links) {
    for (const method of ['GET', 'POST']) expect((await ask(link, { method })).status).toBeLessThan(500);
  }
  expect(web.output()).toContain('"msg":"request"');
  expect(web.output()).not.toContain(secret);
});
