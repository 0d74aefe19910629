import { expect, test } from 'vitest';
import { judgeProvider } from './sign-in';

const issuer = 'https://login.microsoftonline.com/8a3c/v2.0';
const discovery = { issuer, jwks_uri: `${issuer}/keys` };
// Entra ID lists these, as of 2026.
const entraClaims = [
  'sub',
  'iss',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'preferred_username',
  'name',
  'tid',
  'email',
];

test.each<[string, string[] | undefined, boolean, string]>([
  ['lists email_verified', [...entraClaims, 'email_verified'], false, 'ok'],
  ['does not list email_verified', entraClaims, false, 'warning'],
  ['does not list email_verified, and is trusted', entraClaims, true, 'ok'],
  ['lists no claims at all', undefined, false, 'ok'],
])('a provider that %s', (_, claims, trustsEmail, level) => {
  const [finding] = judgeProvider(Object.assign({}, discovery, { claims_supported: claims }), { issuer, trustsEmail });
  expect(finding).toMatchObject({ check: 'sign_in', level });
  if (level === 'warning') expect(finding?.fix).toContain('OIDC_TRUST_EMAIL=true');
});

test('a provider of another name is a problem', () => {
  const [finding] = judgeProvider(discovery, { issuer: `${issuer}/`, trustsEmail: false });
  expect(finding).toMatchObject({ level: 'problem', fix: expect.stringContaining('OIDC_ISSUER') });
});
