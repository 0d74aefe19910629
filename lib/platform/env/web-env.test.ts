import { expect, test } from 'vitest';
import { allInOneEnvSchema } from './all-in-one-env';
import { readEnv } from './read-env';
import { webEnvSchema } from './web-env';

const needed = {
  DATABASE_URL: 'postgresql://127.0.0.1/sightline',
  LIVEKIT_URL: 'ws://127.0.0.1:7880',
  LIVEKIT_API_KEY: 'key',
  LIVEKIT_API_SECRET: 'x'.repeat(32),
  AUTH_SECRET: 'x'.repeat(32),
  NODE_ENV: 'test' as const,
};
const mail = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@example.com', PUBLIC_URL: 'https://shows.example.com' };

const provider = {
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'shows',
  OIDC_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://shows.example.com',
};

test.each([
  [{}, {}],
  [mail, {}],
  [mail, { MAIL_FROM: '' }, 'MAIL_FROM must say whom e-mails are from'],
  [mail, { PUBLIC_URL: '' }, 'PUBLIC_URL must say where this server is reached'],
  [mail, { PUBLIC_URL: 'https://shows.example.com/' }, 'PUBLIC_URL must be an origin'],
  [mail, { PUBLIC_URL: 'ftp://shows.example.com' }, 'PUBLIC_URL must be an origin'],
  [provider, {}],
  [provider, { OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID must say who this server is'],
  [provider, { OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET must say what the identity provider knows'],
  [provider, { PUBLIC_URL: '' }, 'PUBLIC_URL must say where the identity provider sends browsers back to'],
  [{}, { OIDC_ALLOWED_DOMAINS: 'example.com, @evil' }, 'OIDC_ALLOWED_DOMAINS.1 must be a list of domains'],
  [{}, { SIGNUP: 'yes' }, 'SIGNUP must be open, invite or closed'],
  [mail, { SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an smtp:// or smtps:// address'],
])('settings %j with %j: %s', (base, changed, sentence = '') => {
  for (const schema of [webEnvSchema, allInOneEnvSchema]) {
    const read = () => readEnv(schema, { ...needed, ...base, ...changed });
    if (sentence) expect(read).toThrow(sentence);
    else expect(read()).toMatchObject(base);
  }
});
