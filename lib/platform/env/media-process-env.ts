import { z } from 'zod';

/** The limits of each process that reads what cameras send: workers of gateways, and muxers of exporters. */
export const mediaProcessEnvSchema = z.object({
  WORKER_MAX_MEMORY_MB: z.coerce.number().int().min(512).max(65_536).default(1024),
  WORKER_USER_ID: z.coerce.number().int().min(1).optional(),
});
