import { allInOneEnvSchema } from './all-in-one-env';
import { backupEnvSchema } from './backup-env';
import { doctorEnvSchema } from './doctor-env';
import { exporterEnvSchema } from './exporter-env';
import { gatewayEnvSchema } from './gateway-env';
import { memoryEnv } from './memory-env';
import { migrateEnvSchema } from './migrate-env';
import { resetPasswordEnvSchema } from './reset-password-env';
import { tallyAgentEnvSchema } from './tally-agent-env';
import { webEnvSchema } from './web-env';

const schemas = {
  web: webEnvSchema,
  gateway: gatewayEnvSchema,
  exporter: exporterEnvSchema,
  migrate: migrateEnvSchema,
  'tally-agent': tallyAgentEnvSchema,
  backup: backupEnvSchema,
  'reset-password': resetPasswordEnvSchema,
  doctor: doctorEnvSchema,
};

/** Settings that only docker-compose.yml, `npm start` and `npm run seed` read from the same .env file. */
export const settingsOfOthers = [
  'POSTGRES_PASSWORD',
  'SIGHTLINE_DATABASE_PASSWORD',
  'SIGHTLINE_IMAGE',
  'SITE',
  'WEB_MEMORY',
  'GATEWAY_MEMORY',
  'POSTGRES_MEMORY',
  'LIVEKIT_MEMORY',
  'SEED_PASSWORD',
  'LIVEKIT_SERVER_BIN',
];

/**
 * The environment of a program that this process starts: its own, without settings that the program does not use. So a
 * secret is only where it is needed.
 * @param program one of ours, or null for Postgres and LiveKit, which use none of our settings
 * @param overrides on top
 */
export function programEnv(
  program: keyof typeof schemas | null,
  overrides: Record<string, string> = {},
): NodeJS.ProcessEnv {
  const own = new Set(program ? Object.keys(schemas[program].shape) : []);
  const foreign = [...Object.keys(allInOneEnvSchema.shape), ...settingsOfOthers].filter((name) => !own.has(name));
  const env = Object.assign({}, memoryEnv, process.env, overrides);
  for (const name of foreign) delete env[name];
  return env;
}
