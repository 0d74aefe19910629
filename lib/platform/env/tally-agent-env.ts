import { z } from 'zod';
import { processEnvSchema } from './process-env';
import { readEnv } from './read-env';

/** The settings of the tally agent. */
export const tallyAgentEnvSchema = processEnvSchema.extend({
  /** Sightline's address. */
  TALLY_SERVER: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://sightline.example' })
    .default('http://127.0.0.1:3000'),
  /** An API token with permission to write. */
  TALLY_TOKEN: z.string().min(1),
  /** The id of the tally source to report to. */
  TALLY_SOURCE: z.uuid('must be the id of a tally source').optional(),
  /** The switcher's address; server/tally-agent/switcher-of.ts has its forms. */
  TALLY_SWITCHER: z.string().optional(),
  /** The id of the event whose tally goes to displays. */
  TALLY_EVENT: z.uuid('must be the id of an event').optional(),
  /** The displays' address: tsl31+udp://HOST:PORT or tsl5+udp://HOST:PORT. */
  TALLY_DISPLAYS: z.string().optional(),
});

export type TallyAgentEnv = z.infer<typeof tallyAgentEnvSchema>;

/**
 * The agent's settings; arguments override the environment.
 * @throws AppError `invalid_configuration` with one sentence that names every wrong variable
 */
export const readTallyAgentEnv = (given: Record<string, string | undefined>): TallyAgentEnv =>
  readEnv(
    tallyAgentEnvSchema,
    Object.assign(
      {},
      process.env,
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ),
  );
