import { z } from 'zod';
import { maxSwitcherDelayMs, tallyStates } from '@/lib/core/tally';
import { lengths } from '../limits';
import { charactersAtMost, deviceNameSchema, nameSchema } from '../name-schema';

export const maxInputs = 256;
export const maxAddressLength = 2_000;
export const maxProblemLength = 300;

const numberSchema = z
  .number('Input number must be a number.')
  .int('Input number must be a whole number.')
  .min(0, 'Input number can be at least 0.')
  .max(65_535, 'Input number can be at most 65,535.')
  .nullable();

/** An input of a switcher as the API shows it. */
export const tallyInputSchema = z.object({
  /** As the switcher counts; null where it has names alone. */
  number: z.number().int().nullable(),
  /** Empty where it has numbers alone. */
  name: z.string(),
  program: z.boolean(),
  preview: z.boolean(),
  /** The stream whose view address this input plays; null where its address does not tell. */
  stream_id: z.uuid().nullable(),
});
export type TallyInputJson = z.infer<typeof tallyInputSchema>;

const reportedInputSchema = z
  .object({
    number: numberSchema.default(null),
    name: deviceNameSchema('Input name').default(''),
    program: z.boolean('program must be true or false.').default(false),
    preview: z.boolean('preview must be true or false.').default(false),
    /** Where the input plays from, if that is known; compared with view addresses, and not kept. */
    address: z
      .string('Address must be text.')
      .max(...charactersAtMost('Address', lengths.webAddress.max))
      .optional(),
  })
  .refine(({ number, name }) => number !== null || name !== '', 'Give the input a number or a name.');

/** Body of PUT /tally_sources/{id}/report. */
export const reportTallyInputSchema = z.object({
  tally: z.object(
    {
      /** All inputs of the switcher: one that is missing is not known any more. */
      inputs: z
        .array(reportedInputSchema, 'Inputs must be a list.')
        .max(maxInputs, `A report can have at most ${maxInputs} inputs.`),
      /** How long it counts unless another report comes. */
      valid_for_ms: z
        .number('valid_for_ms must be a number.')
        .int('valid_for_ms must be a whole number.')
        .min(1_000, 'valid_for_ms must be at least 1,000.')
        .max(60_000, 'valid_for_ms can be at most 60,000.')
        .default(4_000),
      /** Why the switcher is silent, in a sentence for troubleshooting. Its cameras are then unknown. */
      problem: z
        .string('Problem must be text.')
        .trim()
        .min(1, 'Problem must say something.')
        .max(...charactersAtMost('Problem', maxProblemLength))
        .optional(),
    },
    'Tally is required.',
  ),
});
export type ReportTallyInput = z.infer<typeof reportTallyInputSchema>;

const sourceName = nameSchema('Source name');
const matchBySchema = z.enum(['name', 'number'], 'match_by must be name or number.');
const mappingSchema = z
  .record(
    z
      .string()
      .min(1, 'An input needs a name or a number.')
      .max(...charactersAtMost('An input’s name', lengths.name.max)),
    z.uuid('Cameras must be ids of streams.'),
    'Mapping must be streams by input.',
  )
  .refine((mapping) => Object.keys(mapping).length <= maxInputs, `A source can map at most ${maxInputs} inputs.`);

const delaySchema = z
  .number('delay_ms must be a number.')
  .int('delay_ms must be a whole number.')
  .min(0, 'delay_ms must be at least 0.')
  .max(maxSwitcherDelayMs, `delay_ms can be at most ${maxSwitcherDelayMs.toLocaleString('en')}.`)
  .describe('How much later than its cameras the switcher’s picture is. Cuts count from so much earlier on.');

/** Body of POST /events/{id}/tally_sources. */
export const createTallySourceInputSchema = z.object({
  tally_source: z.object(
    { name: sourceName, match_by: matchBySchema.default('name'), delay_ms: delaySchema.optional() },
    'Tally source is required.',
  ),
});
export type CreateTallySourceInput = z.infer<typeof createTallySourceInputSchema>;

/** Body of PATCH /tally_sources/{id}. Omitted fields keep their values. */
export const updateTallySourceInputSchema = z.object({
  tally_source: z
    .object(
      {
        name: sourceName.optional(),
        match_by: matchBySchema.optional(),
        /** Streams by the input's name or number; it replaces the one before. */
        mapping: mappingSchema.optional(),
        delay_ms: delaySchema.optional(),
      },
      'Tally source is required.',
    )
    .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'Give something to change.'),
});
export type UpdateTallySourceInput = z.infer<typeof updateTallySourceInputSchema>;

/** A switcher as members see it. */
export const tallySourceSchema = z.object({
  id: z.uuid(),
  type: z.literal('tally_source'),
  attributes: z.object({
    name: z.string(),
    event_id: z.uuid(),
    match_by: matchBySchema,
    /** Streams by the input's name or number. */
    mapping: z.record(z.string(), z.uuid()),
    delay_ms: delaySchema,
    /** As reported last. */
    inputs: z.array(tallyInputSchema),
    /** Whether the switcher is heard; while it is not, its cameras are unknown. */
    is_live: z.boolean(),
    /** Why it is silent, in the reporter's words; null while it is heard, and while no reports come. */
    problem: z.string().nullable(),
    reported_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  }),
});
export type TallySourceJson = z.infer<typeof tallySourceSchema>;

/** An event's tally by all its sources together. */
export const tallySchema = z.object({
  /** The event's. */
  id: z.uuid(),
  type: z.literal('tally'),
  attributes: z.object({
    /** The mapped streams; every other one is off. */
    streams: z.array(z.object({ stream_id: z.uuid(), tally: z.enum(tallyStates) })),
  }),
});
export type TallyJson = z.infer<typeof tallySchema>;

/** Which cameras of an event were on air from a moment on, until the next change. */
export const tallyChangeSchema = z.object({
  id: z.uuid(),
  type: z.literal('tally_change'),
  attributes: z.object({
    occurred_at: z.iso
      .datetime()
      .describe('When the first picture was captured that was cut to: the cut, less the switcher’s delay_ms.'),
    program: z.array(z.uuid()).describe('The ids of the streams on air.'),
    preview: z.array(z.uuid()).describe('The ids of the streams that were next.'),
  }),
});
export type TallyChangeJson = z.infer<typeof tallyChangeSchema>;
