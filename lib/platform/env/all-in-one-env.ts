import { z } from 'zod';
import { backupEnvSchema } from './backup-env';
import { gatewayEnvSchema } from './gateway-env';
import { checkFormerKey } from './livekit-env';
import { envReader, port } from './read-env';
import { checkBucket } from './recordings-env';
import { tallyAgentEnvSchema } from './tally-agent-env';
import { checkNeeds, webEnvSchema } from './web-env';

/** A STUN server that is asked for the address. */
const stunServer = /^stun:[a-z\d.-]+(:\d{1,5})?$/i;

/**
 * The settings of `npm start`: those of web and gateway, so that a wrong one stops the start at once, and its own.
 * Those for the servers that it brings along are optional.
 */
export const allInOneEnvSchema = z
  .object({
    ...webEnvSchema.shape,
    ...gatewayEnvSchema.shape,
    DATA_DIR: z.string().min(1).default('data'),
    BACKUP_KEEP_DAYS: backupEnvSchema.shape.BACKUP_KEEP_DAYS,
    POSTGRES_PORT: port.default(54329),
    LIVEKIT_PORT: port.default(7880),
    LIVEKIT_RTC_PORT: port.default(7882),
    LIVEKIT_TCP_PORT: port.optional(),
    LIVEKIT_METRICS_PORT: port.optional(),
    NODE_IP: z
      .union([z.ipv4(), z.ipv6(), z.string().regex(stunServer)], 'must be an IP address, or stun:HOST:PORT')
      .optional(),
    LIVEKIT_LOOPBACK_ONLY: z.stringbool().default(false),
    HTTPS_FOLDER: z.string().min(1).optional(),
    ...tallyAgentEnvSchema.shape,
  })
  .partial({
    DATABASE_URL: true,
    AUTH_SECRET: true,
    LIVEKIT_URL: true,
    LIVEKIT_API_KEY: true,
    LIVEKIT_API_SECRET: true,
    TALLY_SERVER: true,
    TALLY_TOKEN: true,
  })
  .superRefine(checkNeeds)
  .superRefine(checkFormerKey)
  .superRefine(checkBucket);

export type AllInOneEnv = z.infer<typeof allInOneEnvSchema>;

/** The settings of the all-in-one program. @throws like {@link envReader} */
export const allInOneEnv = envReader(allInOneEnvSchema);
