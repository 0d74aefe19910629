import { allInOneEnvSchema } from './all-in-one-env';
import { exporterEnvSchema } from './exporter-env';
import { settingsOfOthers } from './program-env';

/** Read by Compose, by Node, by libraries, and by scripts that run before there are packages. */
const others =
  /^(COMPOSE_|NODE_|PG|UV_|npm_|LC_|(HTTPS?|NO|ALL)_PROXY$|(TZ|LANG|SITE|SIGHTLINE_IMAGE|LIVEKIT_SERVER_BIN|CHROMIUM_PATH)$|(WEB|GATEWAY|POSTGRES|LIVEKIT)_MEMORY$)/i;

/**
 * The names that no program reads, such as misspelled ones.
 * @param names those of a .env file
 */
export function unknownSettings(names: string[]): string[] {
  const known = new Set([
    ...Object.keys(allInOneEnvSchema.shape),
    ...Object.keys(exporterEnvSchema.shape),
    ...settingsOfOthers,
  ]);
  return names.filter((name) => !known.has(name) && !others.test(name));
}
