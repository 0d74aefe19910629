import { z } from 'zod';
import { envReader } from './read-env';

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefix = /^([\w.-]+\/)*$/;

/** Settings of the bucket, without their common start. All are needed, except those with a default. */
const neededOfBucket = ['ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const;

/** Where recordings are. Gateways write there by their workers, and web servers read. */
export const recordingsEnvSchema = z.object({
  /** A folder that both reach, or with a bucket, the gateway's own. Without one, this installation does not record. */
  RECORDINGS_DIR: z.string().min(1).optional(),
  RECORDINGS_S3_BUCKET: z.string().regex(bucketName, 'must be the name of a bucket, such as recordings').optional(),
  RECORDINGS_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an https:// or http:// address, without the bucket' })
    .optional(),
  RECORDINGS_S3_REGION: z.string().min(1).default('us-east-1'),
  RECORDINGS_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  RECORDINGS_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  RECORDINGS_S3_PREFIX: z.string().regex(prefix, 'must be a folder that ends with a slash, such as shows/').default(''),
  RECORDINGS_S3_PATH_STYLE: z.stringbool('must be true or false').default(true),
});

type RecordingsEnv = z.infer<typeof recordingsEnvSchema>;

/** Reports what a bucket lacks. */
export function checkBucket(settings: RecordingsEnv, context: z.RefinementCtx): void {
  if (settings.RECORDINGS_S3_BUCKET === undefined) return;
  for (const name of neededOfBucket) {
    if (settings[`RECORDINGS_S3_${name}`] !== undefined) continue;
    const message = 'must be set, because RECORDINGS_S3_BUCKET is set';
    context.addIssue({ code: 'custom', path: [`RECORDINGS_S3_${name}`], message });
  }
}

/** Where this installation keeps recordings. @throws like {@link envReader} */
export const recordingsEnv = envReader(recordingsEnvSchema.superRefine(checkBucket));
