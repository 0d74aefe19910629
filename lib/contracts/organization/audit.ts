import { z } from 'zod';
import { auditActions } from './audit-trail';

/** A user or an API token that acts. */
export const auditActorSchema = z.object({
  id: z.uuid(),
  type: z.string().describe('user or api_token.'),
  name: z.string().describe('As it was at the time.'),
});
export type AuditActorJson = z.infer<typeof auditActorSchema>;

/** One line of the audit trail. */
export const auditEntrySchema = z.object({
  id: z.uuid(),
  type: z.literal('audit_entry'),
  attributes: z.object({
    actor: auditActorSchema,
    action: z.string().describe('Such as streams.rename.'),
    thing: z.object({
      id: z.uuid(),
      type: z.string().describe('Such as stream.'),
      name: z.string().nullable().describe('As it was before the action; null where it has none.'),
    }),
    detail: z.string().nullable().describe('What the action alone does not say, such as “to Camera 2”.'),
    address: z.string().nullable().describe('The IP address that the request came from; null where it is not known.'),
    occurred_at: z.iso.datetime(),
  }),
});
export type AuditEntryJson = z.infer<typeof auditEntrySchema>;

/** Query of GET /audit, besides its pages: only the lines of which all that is given is true. */
export const auditQuerySchema = z.object({
  actor_id: z.uuid('actor_id must be the id of a user or an API token.').optional(),
  action: z.enum(auditActions, 'action must be an action of the audit trail.').optional(),
  thing_id: z.uuid('thing_id must be an id.').optional(),
  from: z.iso.datetime({ offset: true, error: 'from must be a time, such as 2026-11-22T08:00:00Z.' }).optional(),
  to: z.iso
    .datetime({ offset: true, error: 'to must be a time, such as 2026-11-22T09:00:00Z.' })
    .optional()
    .describe('Not included.'),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;
