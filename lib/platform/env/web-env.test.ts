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

const bucket = {
  RECORDINGS_S3_BUCKET: 'recordings',
  RECORDINGS_S3_ENDPOINT: 'https://s3.example.com',
  RECORDINGS_S3_ACCESS_KEY_ID: 'key',
  RECORDINGS_S3_SECRET_ACCESS_KEY: 'secret',
};

const microsoft = 'https://login.microsoftonline.com';

test.each([
  [{}, {}],
  [mail, {}],
  [mail, { MAIL_FROM: '' }, 'MAIL_FROM must say whom e-mails are from'],
  [mail, { PUBLIC_URL: '' }, 'PUBLIC_URL must say where this server is reached'],
  [mail, { PUBLIC_URL: 'https://shows.example.com/' }, 'PUBLIC_URL must be an origin'],
  [mail, { PUBLIC_URL: 'ftp://shows.example.com' }, 'PUBLIC_URL must be an origin'],
  [mail, { PUBLIC_URL: 'https://example.com/shows' }, 'must be an origin without a path'],
  [{ PUBLIC_URL: 'https://shows.example.com' }, { PUBLIC_URL: 'https://example.com/a/b?c' }, 'without a path'],
  [{ DATABASE_DIRECT_URL: 'postgresql://10.0.0.2/sightline' }, {}],
  [{}, { DATABASE_DIRECT_URL: '10.0.0.2' }, 'DATABASE_DIRECT_URL must be a postgresql:// address'],
  [provider, { OIDC_TRUST_EMAIL: 'true', OIDC_ISSUER: `${microsoft}/common/v2.0` }, 'OIDC_TRUST_EMAIL must not be set'],
  [
    provider,
    { OIDC_TRUST_EMAIL: 'true', OIDC_ISSUER: `${microsoft}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0` },
    'OIDC_TRUST_EMAIL must not be set',
  ],
  [
    provider,
    { OIDC_TRUST_EMAIL: 'true', OIDC_ISSUER: 'https://accounts.google.com' },
    'OIDC_TRUST_EMAIL must not be set',
  ],
  [provider, {}],
  [provider, { OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID must say who this server is'],
  [provider, { OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET must say what the identity provider knows'],
  [provider, { PUBLIC_URL: '' }, 'PUBLIC_URL must say where the identity provider sends browsers back to'],
  [{}, { OIDC_ALLOWED_DOMAINS: 'example.com, @evil' }, 'OIDC_ALLOWED_DOMAINS.1 must be a list of domains'],
  [{}, { SIGNUP: 'yes' }, 'SIGNUP must be open, invite or closed'],
  [{ LIVEKIT_API_KEY_FORMER: 'former', LIVEKIT_API_SECRET_FORMER: 'x'.repeat(32) }, {}],
  [{ LIVEKIT_API_KEY_FORMER: 'former' }, {}, 'LIVEKIT_API_SECRET_FORMER must be set, because LIVEKIT_API_KEY_FORMER'],
  [{ LIVEKIT_API_SECRET_FORMER: 'x'.repeat(32) }, {}, 'LIVEKIT_API_KEY_FORMER must be set'],
  [
    { LIVEKIT_API_SECRET_FORMER: 'x'.repeat(32) },
    { LIVEKIT_API_KEY_FORMER: needed.LIVEKIT_API_KEY },
    'LIVEKIT_API_KEY_FORMER must be another name than LIVEKIT_API_KEY',
  ],
  [{}, { AUTH_SECRET_FORMER: 'short' }, 'AUTH_SECRET_FORMER must have at least 32 characters'],
  [bucket, {}],
  [bucket, { RECORDINGS_S3_ENDPOINT: '' }, 'RECORDINGS_S3_ENDPOINT must be set, because RECORDINGS_S3_BUCKET is set'],
  [bucket, { RECORDINGS_S3_SECRET_ACCESS_KEY: '' }, 'RECORDINGS_S3_SECRET_ACCESS_KEY must be set'],
  [
    bucket,
    { RECORDINGS_S3_ENDPOINT: 's3.example.com' },
    'RECORDINGS_S3_ENDPOINT must be an https:// or http:// address',
  ],
  [bucket, { RECORDINGS_S3_BUCKET: 'My Bucket' }, 'RECORDINGS_S3_BUCKET must be the name of a bucket'],
  [bucket, { RECORDINGS_S3_PREFIX: 'shows' }, 'RECORDINGS_S3_PREFIX must be a folder that ends with a slash'],
  [bucket, { RECORDINGS_S3_PATH_STYLE: 'maybe' }, 'RECORDINGS_S3_PATH_STYLE must be true or false'],
  [mail, { SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an smtp:// or smtps:// address'],
])('settings %j with %j: %s', (base, changed, sentence = '') => {
  for (const schema of [webEnvSchema, allInOneEnvSchema]) {
    const read = () => readEnv(schema, { ...needed, ...base, ...changed });
    if (sentence) expect(read).toThrow(sentence);
    else expect(read()).toMatchObject(base);
  }
});
