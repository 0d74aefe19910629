import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { provideCertificate } from '@/server/all-in-one/provide-certificate';
import { freeTcpPort } from '../../support/network/free-port';
import { startWebProgram, type WebProgram } from '../../support/product/web-program';
import { livekitSettings } from '../../support/servers/livekit-settings';

// The web program by https, with a certificate as `npm start -- --https` makes it.

let web: WebProgram;
let folder: string;
let ca: string;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-https-'));
  await provideCertificate(folder, ['localhost', '127.0.0.1']);
  ca = await readFile(path.join(folder, 'authority.crt'), 'utf8');
  port = await freeTcpPort();
  Object.assign(process.env, livekitSettings());
  web = await startWebProgram({ env: { HTTPS_PORT: String(port), HTTPS_FOLDER: folder } });
}, 60_000);

afterAll(async () => {
  await web.stop();
  await rm(folder, { recursive: true });
});

const ask = (page: string) =>
  new Promise<{ status: number; policy: string; hsts: unknown }>((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path: page, ca }, (response) => {
      const { statusCode: status = 0, headers } = response.resume();
      resolve({
        status,
        policy: String(headers['content-security-policy']),
        hsts: headers['strict-transport-security'],
      });
    });
    asking.once('error', reject).end();
  });

test('pages come by https, and connect by wss', async () => {
  const { status, policy, hsts } = await ask('/camera');
  expect(status).toBe(200);
  expect(policy).toContain(`wss://127.0.0.1:${port}`);
  expect(policy).not.toContain(' ws://');
  // A browser would then open http://127.0.0.1:3000 by https, too, where nothing answers that.
  expect(hsts).toBeUndefined();
});

test('live messages come by wss', async () => {
  const token = `sightline-token.${Buffer.from('no token').toString('base64url')}`;
  const socket = new WebSocket(`wss://127.0.0.1:${port}/cable`, ['actioncable-v1-json', token], { ca });
  const message = await new Promise<string>((resolve, reject) => {
    socket.once('message', (data) => resolve(String(data)));
    socket.once('error', reject);
  });
  socket.terminate();
  expect(message).toContain('unauthorized');
});

describe('a phone that does not trust it yet', () => {
  test('gets the authority by http, as a certificate and as a profile', async () => {
    const certificate = await fetch(`${web.baseUrl}/trust/authority.crt`);
    expect(certificate.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    expect(await certificate.text()).toBe(ca);
    const profile = await fetch(`${web.baseUrl}/trust/authority.mobileconfig`);
    expect(profile.headers.get('content-type')).toBe('application/x-apple-aspen-config');
    const [, data = ''] = /<data>(.*)<\/data>/.exec(await profile.text()) ?? [];
    expect(ca.replaceAll(/-----.*?-----|\s/g, '')).toBe(data);
  });

  test('gets no key, by whatever name', async () => {
    for (const name of ['authority.key', 'server.key', '..%2fserver.key']) {
      expect(await (await fetch(`${web.baseUrl}/trust/${name}`)).text()).not.toContain('PRIVATE KEY');
    }
  });
});
