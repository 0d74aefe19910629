import { z } from 'zod';
import { auditActorSchema, auditEntrySchema, auditQuerySchema } from '../organization/audit';
import { declare } from './declare';
import { pageQuery, pageSchema } from './paging';

export const listAuditEntries = declare('listAuditEntries', {
  summary: 'Who did what in the last 90 days, newest first, in pages of 50 lines unless the limit says otherwise',
  description: 'For owners and admins.',
  auth: 'user',
  query: auditQuerySchema.extend(pageQuery({ limit: 50, maxLimit: 200 }).shape),
  reply: pageSchema(auditEntrySchema),
});

export const listAuditActors = declare('listAuditActors', {
  summary: 'Everybody whom the audit trail names, by name, at most 500',
  description: 'For owners and admins.',
  auth: 'user',
  reply: z.object({ data: z.array(auditActorSchema) }),
});
