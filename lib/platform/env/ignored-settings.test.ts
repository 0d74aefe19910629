import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ignoredSettings } from './ignored-settings';

const inFile = (settings: Record<string, string>) => ignoredSettings(settings, true);

test('names what no program reads, with the name that may be meant', () => {
  expect(inFile({ PUBLIC_URL: 'x', DATA_DIR: 'x', NODE_OPTIONS: 'x', COMPOSE_PROFILES: 'x' })).toEqual([]);
  expect(inFile({ PUBLIC_ULR: 'x', WEBHOOK_PRIVATE: 'x', COLOUR: 'x' })).toEqual([
    'PUBLIC_ULR is no setting; PUBLIC_URL may be meant.',
    'WEBHOOK_PRIVATE is no setting; WEBHOOK_ALLOW_PRIVATE may be meant.',
    'COLOUR is no setting.',
  ]);
});

test('an environment has names of other programs, so only one that resembles a setting is reported', () => {
  const environment = { PATH: 'x', HOSTNAME: 'x', KUBERNETES_SERVICE_HOST: 'x', HOME: 'x', PUBLIC_ULR: 'x' };
  expect(ignoredSettings(environment, false)).toEqual(['PUBLIC_ULR is no setting; PUBLIC_URL may be meant.']);
});

test.each([
  [{ OIDC_CLIENT_ID: 'x' }, 'OIDC_CLIENT_ID has no effect without OIDC_ISSUER.'],
  [{ MAIL_FROM: 'x', SMTP_URL: '' }, 'MAIL_FROM has no effect without SMTP_URL.'],
  [{ RECORDINGS_S3_PREFIX: 'x' }, 'RECORDINGS_S3_PREFIX has no effect without RECORDINGS_S3_BUCKET.'],
  [{ NODE_IP: 'x', LIVEKIT_URL: 'x' }, 'NODE_IP has no effect beside LIVEKIT_URL.'],
  [{ POSTGRES_PORT: 'x', DATABASE_URL: 'x' }, 'POSTGRES_PORT has no effect beside DATABASE_URL.'],
])('%j: %s', (settings, sentence) => {
  expect(inFile(settings)).toEqual([sentence]);
});

test('a setting beside what it needs is heeded', () => {
  expect(inFile({ OIDC_CLIENT_ID: 'x', OIDC_ISSUER: 'x', NODE_IP: 'x', POSTGRES_PORT: 'x' })).toEqual([]);
});

test('knows each setting of .env.example, and each that Compose reads', () => {
  const example = [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z][A-Z\d_]+)=/gm)].map(
    ([, name = '']) => name,
  );
  const compose = [...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  const all = Object.fromEntries([...example, ...compose].map((name) => [name, 'x']));
  expect(inFile(all).filter((sentence) => sentence.includes('is no setting'))).toEqual([]);
});
