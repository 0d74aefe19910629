import { z } from 'zod';
import { destinationKindNames, destinationStates } from './destination-kinds';
import { destinationCauses, destinationReportSchema } from './destination-tasks';
import { charactersAtMost, nameSchema } from './name-schema';
import { passphraseSchema } from './streams';

export const maxDestinationAddressLength = 500;
/** libsrt accepts no longer stream ids; keys of platforms are shorter. */
export const maxDestinationKeyLength = 512;

const nameOf = nameSchema('Name');
const addressSchema = z
  .string('Address must be text.')
  .trim()
  .max(...charactersAtMost('Address', maxDestinationAddressLength));
const keySchema = z
  .string('Key must be text.')
  .trim()
  .min(1, 'Key must say something; null removes it.')
  .max(...charactersAtMost('Key', maxDestinationKeyLength))
  .regex(/^[^\p{Cc}\s]*$/u, 'Key can’t contain spaces or control characters.')
  .nullable();
const isOnSchema = z.boolean('is_on must be true or false.');

/** Body of POST /streams/{id}/destinations. */
export const createDestinationInputSchema = z.object({
  destination: z.object(
    {
      kind: z.enum(destinationKindNames, `Kind must be one of ${destinationKindNames.join(', ')}.`),
      name: nameOf.optional().describe('Without it, the platform’s.'),
      address: addressSchema
        .optional()
        .describe(
          'rtmp://, rtmps://, srt://, https:// or http://, without the key. Without it, the platform’s; rtmp, srt and whip need one.',
        ),
      key: keySchema
        .optional()
        .describe(
          'The stream key, the stream id of SRT or the bearer token of WHIP. Encrypted, and never shown again.',
        ),
      passphrase: passphraseSchema.nullable().optional().describe('Of SRT. Encrypted, and never shown again.'),
      is_on: isOnSchema.default(false),
    },
    'Destination is required.',
  ),
});
export type CreateDestinationInput = z.infer<typeof createDestinationInputSchema>;

/** Body of PATCH /destinations/{id}. Omitted fields keep their values. */
export const updateDestinationInputSchema = z.object({
  destination: z
    .object(
      {
        name: nameOf.optional(),
        address: addressSchema.optional(),
        key: keySchema.optional(),
        passphrase: passphraseSchema.nullable().optional(),
        is_on: isOnSchema
          .optional()
          .describe('true also tries again where a server has refused; false stops, and is the same twice.'),
      },
      'Destination is required.',
    )
    .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'Give something to change.'),
});
export type UpdateDestinationInput = z.infer<typeof updateDestinationInputSchema>;

/** The last report of a destination, as its row holds it. */
export const storedDestinationReportSchema = destinationReportSchema
  .omit({ id: true, stateMs: true, isProven: true })
  .extend({ stateSince: z.iso.datetime() });
export type StoredDestinationReport = z.infer<typeof storedDestinationReportSchema>;

/** A destination as members see it. */
export const destinationSchema = z.object({
  id: z.uuid(),
  type: z.literal('destination'),
  attributes: z.object({
    stream_id: z.uuid(),
    name: z.string(),
    kind: z.enum(destinationKindNames),
    address: z.string(),
    has_key: z.boolean(),
    has_passphrase: z.boolean(),
    is_on: z.boolean(),
    state: z
      .enum(destinationStates)
      .describe(
        'waiting: the camera is off or cannot be sent; retrying: it calls again by itself; refused: the server has never taken the stream, and is called no more.',
      ),
    cause: z
      .enum(destinationCauses)
      .nullable()
      .describe('Why it is not live; null while that is plain. no_picture while it is live: the slate goes out.'),
    problem: z.string().nullable().describe('The cause in a sentence, and what to do.'),
    state_since: z.iso.datetime().nullable(),
    bitrate_kbps: z.number().min(0),
    behind_ms: z.number().min(0).describe('How much waits to be sent.'),
    dropped_frames: z.int().min(0).describe('Left out since it was switched on, because the server takes too little.'),
    created_at: z.iso.datetime(),
  }),
});
export type DestinationJson = z.infer<typeof destinationSchema>;
