import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ApiClient } from '../api/api-client';
import { operator } from '../journeys/steps';
import { SmtpInbox } from '../mail/smtp-inbox';
import { OidcServer } from '../oidc/oidc-server';
import { productEnv, removeDataDir, startProduct, stopProduct } from './product';

/**
 * Global set-up of Playwright: the whole product from dist/, as `npm start` runs it, with a mail server and an identity
 * provider. Each e-mail is a file of its recipient's name in the data folder, for journeys run in other processes.
 */
export default async function startProductForE2e(): Promise<() => Promise<void>> {
  const env = await productEnv();
  const url = `http://${env.HOST}:${env.PORT}`;
  const [inbox, provider] = [await SmtpInbox.start(), await OidcServer.start(url)];
  inbox.onMail = ({ to, text }) => writeFileSync(path.join(env.DATA_DIR, `mail-${to[0]}.txt`), text);
  const product = await startProduct(
    Object.assign(env, provider.settings, {
      PUBLIC_URL: url,
      // Journeys call it directly; one comes by way of Caddy.
      TRUSTED_PROXY_COUNT: '1',
      SMTP_URL: inbox.url,
      MAIL_FROM: 'shows@example.org',
    }),
  );
  // First, so that the oldest organization is theirs.
  const body = { organization: { name: 'Operator' }, user: { ...operator, first_name: 'Grace' } };
  await new ApiClient(url).call('POST /auth/signup', { body });
  process.env.E2E_BASE_URL = url;
  process.env.E2E_PRODUCT_PID = String(product.process.pid);
  process.env.E2E_DATA_DIR = env.DATA_DIR;
  process.env.E2E_INGEST_PORT = env.SRT_INGEST_PORT;
  process.env.E2E_RTC_PORT = env.LIVEKIT_RTC_PORT;
  return async () => {
    await stopProduct(product);
    await Promise.all([inbox.stop(), provider.stop()]);
    await removeDataDir(env);
  };
}
