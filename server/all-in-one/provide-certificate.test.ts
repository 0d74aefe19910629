import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { authorityName, profileOf } from '@/lib/platform/https/authority';
import { provideCertificate } from './provide-certificate';

const dayMs = 24 * 3_600_000;
const names = ['localhost', 'studio.local', '127.0.0.1', '192.168.1.10'];

async function newFolder(): Promise<string> {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'sightline-https-')), 'https');
  onTestFinished(() => rm(path.dirname(folder), { recursive: true }));
  return folder;
}

const read = (folder: string, name: string) => readFile(path.join(folder, name), 'utf8');
const certificateIn = async (folder: string) => new X509Certificate(await read(folder, 'server.crt'));

test('a client that trusts the authority connects, by each name and address; one that does not is refused', async () => {
  const folder = await newFolder();
  expect(await provideCertificate(folder, names)).toBe(true);
  const [cert, key, ca] = await Promise.all(
    ['server.crt', 'server.key', 'authority.crt'].map((name) => read(folder, name)),
  );
  const server = createServer({ cert, key }, (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const handshake = (servername: string | undefined, trusted: string | undefined) =>
    new Promise<string>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, servername, ca: trusted }, () => {
        socket.destroy();
        resolve('connected');
      });
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
  expect(await handshake(undefined, ca)).toBe('connected');
  expect(await handshake('studio.local', ca)).toBe('connected');
  expect(await handshake('other.local', ca)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(await handshake(undefined, undefined)).not.toBe('connected');
});

test('the authority has the product’s name, whatever that is', async () => {
  const folder = await newFolder();
  const product = 'Ships, Sails & <Sea> = 1';
  await provideCertificate(folder, names, Date.now(), product);
  const pem = await read(folder, 'authority.crt');
  expect(authorityName(pem)).toMatch(new RegExp(`^${product} on this network [\\da-f]{6}$`));
  expect(profileOf(pem)).toContain('<string>Ships, Sails &amp; &lt;Sea&gt; = 1 on this network');
  const issued = await certificateIn(folder);
  expect(issued.verify(new X509Certificate(pem).publicKey)).toBe(true);
  expect(await provideCertificate(folder, names), 'it is kept').toBe(false);
});

test('keeps to what phones accept: an authority that signs servers alone, and a certificate of at most 397 days', async () => {
  const folder = await newFolder();
  await provideCertificate(folder, names);
  const certificate = await certificateIn(folder);
  const authority = new X509Certificate(await read(folder, 'authority.crt'));
  expect(authority.ca).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.checkIssued(authority)).toBe(true);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  const lifeMs = certificate.validToDate.getTime() - certificate.validFromDate.getTime();
  expect(lifeMs).toBeLessThanOrEqual(397 * dayMs);
});

test('people trust it once: a new address and a coming end make a new certificate of the same authority', async () => {
  const folder = await newFolder();
  await provideCertificate(folder, names);
  const authority = await read(folder, 'authority.crt');
  expect(await provideCertificate(folder, names)).toBe(false);
  expect(await provideCertificate(folder, [...names, '10.0.0.7'])).toBe(true);
  expect((await certificateIn(folder)).checkIP('10.0.0.7')).toBe('10.0.0.7');
  expect(await provideCertificate(folder, names, Date.now() + 370 * dayMs)).toBe(true);
  expect(await read(folder, 'authority.crt')).toBe(authority);
});

test('the keys are for this user alone', async () => {
  const folder = await newFolder();
  await provideCertificate(folder, names);
  for (const name of ['authority.key', 'server.key']) {
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});
