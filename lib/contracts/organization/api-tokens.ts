import { z } from 'zod';
import { nameSchema } from '../name-schema';
import { apiTokenAccesses } from '../permissions';

const apiTokenAccessSchema = z.enum(apiTokenAccesses, 'Access must be read or write.');

/** Body of POST /api_tokens. */
export const createApiTokenInputSchema = z.object({
  api_token: z.object(
    {
      name: nameSchema('Token name'),
      access: apiTokenAccessSchema,
      expires_at: z.iso
        .datetime({ offset: true, error: 'Expiry must be a time, such as 2027-11-22T00:00:00Z.' })
        .nullable()
        .describe('Null: never.'),
    },
    'API token is required.',
  ),
});
export type CreateApiTokenInput = z.infer<typeof createApiTokenInputSchema>;

/** An API token of the organization, without the token itself. */
export const apiTokenSchema = z.object({
  id: z.uuid(),
  type: z.literal('api_token'),
  attributes: z.object({
    name: z.string(),
    token_end: z.string().describe('Its last four characters.'),
    access: apiTokenAccessSchema.describe(
      'read changes nothing and sees no keys; write also runs events and streams, as a member does.',
    ),
    maker: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .describe('Who made it. It is revoked once it may do more than they may: when they leave, or become a viewer.'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable().describe('Null: never.'),
    last_used_at: z.iso.datetime().nullable().describe('To the minute; null where it was never used.'),
    last_used_address: z.string().nullable().describe('An IP address; null where it is not known.'),
  }),
});
export type ApiTokenJson = z.infer<typeof apiTokenSchema>;

/** An API token that was just created: the only answer that has the token itself. */
export const newApiTokenSchema = apiTokenSchema.extend({
  attributes: apiTokenSchema.shape.attributes.extend({ token: z.string() }),
});
export type NewApiTokenJson = z.infer<typeof newApiTokenSchema>;
