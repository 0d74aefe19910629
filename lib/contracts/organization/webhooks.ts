import { z } from 'zod';
import { tallyStates } from '@/lib/core/tally';
import { commentFieldsSchema } from '../comments';
import { destinationKindNames } from '../destination-kinds';
import { destinationCauses } from '../destination-tasks';
import { lengths } from '../limits';
import { alertLevelSchema } from '../metrics';
import { charactersAtMost } from '../name-schema';
import { recorderFaultSchema, uploadFaultSchema } from '../recordings';
import { findingSchema, incidentSeveritySchema, streamSignalSchema, streamStatusSchema } from '../streams';
import { type WebhookForm, webhookFormNames, webhookForms } from './webhook-forms';
import { testWebhookType, type WebhookEvent, webhookEvents, webhookEventTypes, webhookTypes } from './webhook-types';

const urlSchema = z
  .string('Address is required.')
  .trim()
  .min(1, { error: 'Address is required.', abort: true })
  .max(...charactersAtMost('Address', lengths.webAddress.max))
  .refine(isWebAddress, 'Address must be a web address such as https://example.com/hooks, without a password in it.');

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '';
}

const typesSchema = z
  .array(z.enum(webhookTypes, `Events are ${webhookTypes.join(', ')}.`), 'Choose at least one event.')
  .min(1, 'Choose at least one event.')
  .max(webhookTypes.length, 'Name each event once.')
  .refine((types) => new Set(types).size === types.length, 'Name each event once.');

const formSchema = z
  .enum(webhookFormNames, `Form must be ${webhookFormNames.join(', ')}.`)
  .describe('What is sent: signed JSON, or a text as that service shows it.');

/** Body of POST /webhooks. */
export const createWebhookInputSchema = z.object({
  webhook: z
    .object(
      { url: urlSchema, event_types: typesSchema, form: formSchema.optional().describe('json unless it is given.') },
      'Webhook is required.',
    )
    .superRefine(({ url, form = 'json' }, context) => {
      const sentence = faultOfAddress(url, form);
      if (sentence) context.addIssue({ code: 'custom', path: ['url'], message: sentence });
    }),
});

/** Says why a service would not take messages at an address; null where nothing is wrong with it. */
export function faultOfAddress(url: string, form: WebhookForm): string | null {
  return webhookForms[form].address.test(url) ? null : webhookForms[form].fault;
}
export type CreateWebhookInput = z.infer<typeof createWebhookInputSchema>;

/** Body of PATCH /webhooks/{id}. Omitted fields keep their values. */
export const updateWebhookInputSchema = z.object({
  webhook: z
    .object(
      {
        url: urlSchema.optional(),
        event_types: typesSchema.optional(),
        form: formSchema.optional(),
        is_on: z.boolean('is_on must be true or false.').optional(),
      },
      'Webhook is required.',
    )
    .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'Give something to change.'),
});
export type UpdateWebhookInput = z.infer<typeof updateWebhookInputSchema>;

export const webhookSchema = z.object({
  id: z.uuid(),
  type: z.literal('webhook'),
  attributes: z.object({
    url: z.string(),
    event_types: z.array(z.string()),
    form: formSchema,
    is_on: z.boolean(),
    /** When signatures by the former secret end; null if there is none. */
    former_secret_until: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  }),
});
export type WebhookJson = z.infer<typeof webhookSchema>;

/** A webhook with its secret, which is shown only on creation. */
export const webhookWithSecretSchema = webhookSchema.extend({
  attributes: webhookSchema.shape.attributes.extend({ secret: z.string() }),
});
export type WebhookWithSecretJson = z.infer<typeof webhookWithSecretSchema>;

export const webhookDeliverySchema = z.object({
  id: z.uuid(),
  type: z.literal('webhook_delivery'),
  attributes: z.object({
    /** The header webhook-id, which is the same for each attempt, redelivery and endpoint. */
    message_id: z.string(),
    event_type: z.string(),
    /** pending: not sent yet, or to be sent again. */
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    occurred_at: z.iso.datetime(),
    last_attempt_at: z.iso.datetime().nullable(),
    /** Null unless it is pending. */
    next_attempt_at: z.iso.datetime().nullable(),
    /** This field and the next three describe the last attempt. */
    duration_ms: z.int().nullable(),
    response_status: z.int().nullable(),
    /** The beginning of the answer. */
    response_body: z.string().nullable(),
    /** One sentence that says why there was no answer. */
    error: z.string().nullable(),
    /** The event: the body that is sent, unless the webhook’s form is another one than json. */
    payload: z.looseObject({ type: z.string() }),
  }),
});
export type WebhookDeliveryJson = z.infer<typeof webhookDeliverySchema>;

const stream = z.object({ id: z.uuid(), number: z.int(), name: z.string(), event_id: z.uuid() });
const recording = z.object({ id: z.uuid(), camera_name: z.string(), started_at: z.iso.datetime() });
const destination = z.object({ id: z.uuid(), name: z.string(), kind: z.enum(destinationKindNames) });
const problem = findingSchema.omit({ settings: true });
const comment = commentFieldsSchema.extend({ id: z.uuid(), event_name: z.string() });
const report = z.object({
  id: z.uuid(),
  event_id: z.uuid(),
  event_name: z.string(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  url: z.string().describe('Its page, for members. Without PUBLIC_URL it begins with the path.'),
});

const troubles = [...recorderFaultSchema.options, ...uploadFaultSchema.options];

/** The `data` of each type of event. `tests/platform/webhooks/outbox.test.ts` holds what triggers write against it. */
const webhookData = {
  'stream.created': { stream },
  'stream.deleted': { stream },
  'stream.status_changed': {
    stream,
    status: streamStatusSchema,
    previous_status: streamStatusSchema,
    reason: z.string().nullable().describe('One sentence that says why, where the status is error.'),
  },
  'stream.signal_changed': { stream, signal: streamSignalSchema, previous_signal: streamSignalSchema },
  'stream.alert_level_changed': {
    stream,
    alert_level: alertLevelSchema,
    previous_alert_level: alertLevelSchema,
    quality_score: z.number().nullable(),
  },
  'stream.problem_found': { stream, problem },
  'stream.problem_solved': { stream, problem },
  'stream.incident': {
    stream,
    incident: z.object({ code: z.string(), severity: incidentSeveritySchema, message: z.string() }),
  },
  'stream.tally_changed': { stream, tally: z.enum(tallyStates), previous_tally: z.enum(tallyStates) },
  'recording.started': { stream, recording },
  'recording.stopped': {
    stream,
    recording,
    size_bytes: z.number().int().describe('As last reported, up to five seconds earlier.'),
  },
  'recording.trouble': {
    stream,
    recording,
    trouble: z
      .string()
      .nullable()
      .describe(`One of ${troubles.join(', ')}; null once it is over.`),
  },
  'destination.started': { stream, destination },
  'destination.failed': {
    stream,
    destination,
    cause: z
      .string()
      .nullable()
      .describe(`One of ${destinationCauses.join(', ')}.`),
  },
  'destination.recovered': { stream, destination },
  'comment.created': { comment },
  'report.final': { report },
  [testWebhookType]: { message: z.string() },
} satisfies Record<WebhookEvent, z.ZodRawShape>;

/** The `data` of an event. */
export type WebhookData<Type extends WebhookEvent> = z.infer<z.ZodObject<(typeof webhookData)[Type]>>;

/** The body of an event. */
export type WebhookPayload<Type extends WebhookEvent = WebhookEvent> = {
  [Each in Type]: { type: Each; timestamp: string; data: WebhookData<Each> };
}[Type];

const payloadSchemas = webhookEventTypes.map((type) =>
  z
    .strictObject({
      type: z.literal(type),
      timestamp: z.iso.datetime().describe('When it happened.'),
      data: z.strictObject(webhookData[type]),
    })
    .describe(webhookEvents[type].when),
);

/** The bodies that webhooks are sent. */
export const webhookPayloadSchema = z.union(payloadSchemas);
