import { z } from 'zod';
import { auditActions } from './audit-words';

/** Somebody who acts: a user, or an API token. */
export const auditActorSchema = z.object({
  id: z.uuid(),
  /** `user` or `api_token`. */
  type: z.string(),
  /** As it was at the time. */
  name: z.string(),
});
export type AuditActorJson = z.infer<typeof auditActorSchema>;

/** One line of the audit trail. */
export const auditEntrySchema = z.object({
  id: z.uuid(),
  type: z.literal('audit_entry'),
  attributes: z.object({
    actor: auditActorSchema,
    /** Such as `streams.rename`. */
    action: z.string(),
    thing: z.object({
      id: z.uuid(),
      /** Such as `stream`. */
      type: z.string(),
      /** As it was before the action; null where it has none. */
      name: z.string().nullable(),
    }),
    /** What the action alone does not say, such as “to Camera 2”. */
    detail: z.string().nullable(),
    /** The IP address that the request came from; null where it is not known. */
    address: z.string().nullable(),
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
  /** Not included. */
  to: z.iso.datetime({ offset: true, error: 'to must be a time, such as 2026-11-22T09:00:00Z.' }).optional(),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;
