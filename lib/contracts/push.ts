import { z } from 'zod';
import { pushKindNames } from './push-kinds';

const base64url = (bytes: number, label: string) =>
  z
    .string(`${label} is required.`)
    .regex(/^[\w-]+=*$/, `${label} must be base64url.`)
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, `${label} must have ${bytes} bytes.`);

const kindsSchema = z
  .array(z.enum(pushKindNames, `Kinds are ${pushKindNames.join(', ')}.`), 'Choose at least one kind of alarm.')
  .min(1, 'Choose at least one kind of alarm.')
  .max(pushKindNames.length, 'Name each kind once.');

/** Body of PUT /push: a browser's PushSubscription, and what is pushed to it. */
export const setPushInputSchema = z.object({
  push: z.object(
    {
      endpoint: z.url('Endpoint must be a web address.').max(2_000, 'Endpoint is too long.'),
      p256dh: base64url(65, 'p256dh').describe('The device’s public key.'),
      auth: base64url(16, 'auth').describe('The secret between the device and this server.'),
      kinds: kindsSchema,
    },
    'Push is required.',
  ),
});
export type SetPushInput = z.infer<typeof setPushInputSchema>['push'];

/** The alarms that are pushed to the device of the caller's auth session. */
export const pushSchema = z.object({
  type: z.literal('push'),
  attributes: z.object({
    public_key: z.string().describe('The applicationServerKey to subscribe with: base64url.'),
    kinds: z.array(z.string()).nullable().describe('Null while nothing is pushed to this device.'),
    endpoint: z.string().nullable().describe('The subscription that this server knows for the device.'),
  }),
});
export type PushJson = z.infer<typeof pushSchema>;
