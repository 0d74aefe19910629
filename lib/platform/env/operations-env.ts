import { z } from 'zod';
import { secret } from './read-env';

/** Settings for watching and replacing web and gateway. */
export const operationsEnvSchema = z.object({
  METRICS_TOKEN: secret.optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
});
