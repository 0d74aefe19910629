import { z } from 'zod';
import { secret } from './read-env';

/** How web and gateway are watched and replaced. */
export const operationsEnvSchema = z.object({
  METRICS_TOKEN: secret.optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
});
