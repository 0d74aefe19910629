import path from 'node:path';
import type { AllInOneEnv } from '@/lib/platform/env/all-in-one-env';
import { httpsFolder } from './installation';
import { productDatabaseUrl } from './product-database';
import type { LocalSecrets } from './secrets';

/**
 * The settings that say where the parts of a run are, and the secrets between them. Generated ones stand in for those that
 * nobody has set. Each program gets what it reads of them (lib/platform/env/program-env.ts).
 * @param secrets null: none have been generated
 */
export function programSettings(settings: AllInOneEnv, secrets: LocalSecrets | null): Record<string, string> {
  const { AUTH_SECRET, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = settings;
  const former = secrets?.former;
  return {
    NODE_ENV: settings.NODE_ENV,
    DATA_DIR: path.resolve(settings.DATA_DIR),
    RECORDINGS_DIR: path.resolve(settings.RECORDINGS_DIR ?? path.join(settings.DATA_DIR, 'recordings')),
    HTTPS_FOLDER: httpsFolder(settings),
    DATABASE_URL: settings.DATABASE_URL ?? productDatabaseUrl(settings.POSTGRES_PORT, secrets?.databasePassword ?? ''),
    AUTH_SECRET: AUTH_SECRET ?? secrets?.authSecret ?? '',
    AUTH_SECRET_FORMER: settings.AUTH_SECRET_FORMER ?? (AUTH_SECRET ? '' : (former?.authSecret ?? '')),
    LIVEKIT_URL: settings.LIVEKIT_URL ?? `ws://127.0.0.1:${settings.LIVEKIT_PORT}`,
    LIVEKIT_API_KEY: LIVEKIT_API_KEY ?? secrets?.livekitApiKey ?? '',
    LIVEKIT_API_SECRET: LIVEKIT_API_SECRET ?? secrets?.livekitApiSecret ?? '',
    LIVEKIT_API_KEY_FORMER: settings.LIVEKIT_API_KEY_FORMER ?? (LIVEKIT_API_KEY ? '' : (former?.livekitApiKey ?? '')),
    LIVEKIT_API_SECRET_FORMER:
      settings.LIVEKIT_API_SECRET_FORMER ?? (LIVEKIT_API_SECRET ? '' : (former?.livekitApiSecret ?? '')),
  };
}
