import { expect, test } from 'vitest';
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

test.each([
  [{}, {}],
  [mail, {}],
  [mail, { MAIL_FROM: '' }, 'MAIL_FROM must say whom e-mails are from'],
  [mail, { PUBLIC_URL: '' }, 'PUBLIC_URL must say where this server is reached'],
  [mail, { PUBLIC_URL: 'https://shows.example.com/' }, 'PUBLIC_URL must be an origin'],
  [mail, { PUBLIC_URL: 'ftp://shows.example.com' }, 'PUBLIC_URL must be an origin'],
  [mail, { SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an smtp:// or smtps:// address'],
])('settings %j with %j: %s', (base, changed, sentence = '') => {
  const read = () => readEnv(webEnvSchema, { ...needed, ...base, ...changed });
  if (sentence) expect(read).toThrow(sentence);
  else expect(read()).toMatchObject(base);
});
