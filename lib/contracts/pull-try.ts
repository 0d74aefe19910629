import { z } from 'zod';
import { maxPullAddressLength } from './pull-address';
import { pullFaults } from './pull-faults';
import { cameraLimitsSchema } from './worker-protocol';
import { pullSourceSchema } from './worker-sources';

/** A gateway has answered by then, or there is none. */
export const pullTryTimeoutMs = 30_000;

/** The only message to a worker's process that tries an address, in place of a spec. Its only answer is a finding. */
export const pullTaskSchema = z.object({
  kind: z.literal('pull_try'),
  source: pullSourceSchema,
  limits: cameraLimitsSchema,
});
export type PullTask = z.infer<typeof pullTaskSchema>;

/** The result of a try. */
export const pullFindingSchema = z.object({
  /** Null: it can be pulled. */
  fault: z.enum(pullFaults).nullable(),
  video: z.object({ codec: z.string(), width: z.number().int(), height: z.number().int(), fps: z.number() }).nullable(),
  audio: z
    .object({ codec: z.string(), sampleRateHz: z.number().int().nullable(), channels: z.number().int().nullable() })
    .nullable(),
  /** A JPEG in base64. */
  picture: z.string().nullable(),
});
export type PullFinding = z.infer<typeof pullFindingSchema>;

/** Body of POST /pull_try. */
export const createPullTryInputSchema = z.object({
  pull_try: z.object(
    {
      address: z
        .string('Address must be text.')
        .max(maxPullAddressLength, `Address must be at most ${maxPullAddressLength} characters.`)
        .describe('The whole address, with user and password where it needs them. It is kept until the try has ended.'),
    },
    'pull_try is required.',
  ),
});
export type CreatePullTryInput = z.infer<typeof createPullTryInputSchema>;

/** The organization’s last try. */
export const pullTrySchema = z.object({
  id: z.uuid(),
  type: z.literal('pull_try'),
  attributes: z.object({
    state: z.enum(['trying', 'found', 'failed']),
    fault: z
      .enum([...pullFaults, 'no_answer'])
      .nullable()
      .describe('Why it has failed; null otherwise.'),
    problem: z.string().nullable().describe('The same in one sentence.'),
    fix: z.string().nullable(),
    video: z.object({ codec: z.string(), width: z.int(), height: z.int(), fps: z.number() }).nullable(),
    audio: z.object({ codec: z.string(), sample_rate_hz: z.int().nullable(), channels: z.int().nullable() }).nullable(),
    picture: z.string().nullable().describe('One picture of the camera: a JPEG in base64.'),
  }),
});
export type PullTryJson = z.infer<typeof pullTrySchema>;
