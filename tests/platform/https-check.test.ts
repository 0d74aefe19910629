import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import { provideCertificate } from '@/server/all-in-one/provide-certificate';
import { freeTcpPort } from '../support/network/free-port';

const dayMs = 24 * 3_600_000;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

interface Proxy {
  daysAgo?: number;
  names?: string[];
}

/** A proxy on this machine with a certificate of an authority that nobody knows, made so many days ago. */
async function openProxy({ daysAgo = 0, names = ['localhost'] }: Proxy = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-proxy-'));
  await provideCertificate(folder, names, Date.now() - daysAgo * dayMs);
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const [cert, key, authority] = await Promise.all([read('server.crt'), read('server.key'), read('authority.crt')]);
  const server = createServer({ cert, key }, (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.close();
    await rm(folder, { recursive: true });
  };
  const { port } = server.address() as { port: number };
  return { origin: `https://localhost:${port}`, port, folder, authority, close };
}

async function check(env: Record<string, string>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { checkHttps } = await import('@/lib/preflight/checks/https');
  return checkHttps();
}

/** Trusts one more authority for a while. @returns a function that ends it */
function trust(authority: string): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, authority]);
  return () => setDefaultCACertificates(before);
}

test('without https phones cannot film, which is a warning', async () => {
  expect(await check({ PUBLIC_URL: 'http://localhost:3000' })).toMatchObject([{ level: 'warning' }]);
});

test.each<[string, Proxy, boolean, string, RegExp]>([
  ['whose authority nobody knows', {}, false, 'problem', /refuse the certificate/],
  ['that phones trust', {}, true, 'ok', /film through https:/],
  ['for another name', { names: ['other.example'] }, true, 'problem', /ALTNAME/],
  ['that ends next week', { daysAgo: 390 }, true, 'warning', /ends on/],
  ['that has ended', { daysAgo: 400 }, true, 'problem', /EXPIRED/],
])('a proxy with a certificate %s', async (_, options, isTrusted, level, text) => {
  const { origin, authority, close } = await openProxy(options);
  const distrust = isTrusted ? trust(authority) : undefined;
  try {
    const findings = await check({ PUBLIC_URL: origin });
    expect(findings).toMatchObject([{ check: 'https', level, text: expect.stringMatching(text) }]);
  } finally {
    distrust?.();
    await close();
  }
});

test('a proxy that is not there is named', async () => {
  const origin = `https://localhost:${await freeTcpPort()}`;
  expect(await check({ PUBLIC_URL: origin })).toMatchObject([
    { level: 'problem', text: expect.stringContaining(origin) },
  ]);
});

test('a certificate of one’s own is looked at under its own name', async () => {
  const { port, folder, authority, close } = await openProxy({ names: ['studio.example'] });
  await rm(path.join(folder, 'authority.crt'));
  const distrust = trust(authority);
  try {
    expect(await check({ HTTPS_PORT: String(port), HTTPS_FOLDER: folder })).toMatchObject([
      { level: 'ok', text: `Phones film through https://studio.example:${port}.` },
    ]);
  } finally {
    distrust();
    await close();
  }
});
