import { z } from 'zod';
import { type PlacedWorkerSpec, placedWorkerSpecSchema } from '@/lib/contracts/worker-protocol';
import { AppError } from '@/lib/core/errors';

const workerEnvSchema = z.object({
  /** The worker's spec as JSON, when no driver sends it by IPC. */
  WORKER_SPEC: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'is no JSON' });
        return z.NEVER;
      }
    })
    .pipe(placedWorkerSpecSchema)
    .optional(),
  /** The host to listen on, overriding its spec. */
  WORKER_HOST: z.string().optional(),
});

/**
 * The spec in this worker's environment; undefined without one.
 * @throws AppError `invalid_configuration` with one sentence that names the fault, but no value, because values are
 * secret
 */
export function workerSpecFromEnv(): PlacedWorkerSpec | undefined {
  // An unset variable may be passed as the empty string.
  const result = workerEnvSchema.safeParse({
    WORKER_SPEC: process.env.WORKER_SPEC || undefined,
    WORKER_HOST: process.env.WORKER_HOST || undefined,
  });
  if (result.success) {
    const { WORKER_SPEC: spec, WORKER_HOST: host } = result.data;
    if (spec && host) spec.address.host = host;
    return spec;
  }
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new AppError('invalid_configuration', `The worker cannot read its spec (${problems.join('; ')}).`);
}

/** The worker's own disk for recordings, in a Pod; undefined where gateways name whole folders. */
export const workerRecordingsDir = (): string | undefined => process.env.RECORDINGS_DIR || undefined;

/** Bytes that a Pod's recordings may take: the cluster ends one that holds more. Null where the disk alone decides. */
export const workerRecordingsMaxBytes = (): number | null => Number(process.env.RECORDINGS_MAX_BYTES) || null;

/** Whether live pictures may be encoded by the machine's hardware, where it has any. */
export const mayEncodeInHardware = (): boolean => process.env.VIDEO_ENCODER !== 'software';

/** The environment of a process that a worker starts, without the stream's secrets. */
export const workerPartEnv = (): NodeJS.ProcessEnv => Object.assign({}, process.env, { WORKER_SPEC: undefined });
