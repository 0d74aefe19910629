import { z } from 'zod';
import { lifetimes, timeWords } from '../limits';
import { auditActorSchema, auditEntrySchema, auditQuerySchema } from '../organization/audit';
import { declare } from './declare';
import { pageQuery, pageSchema } from './paging';

export const listAuditEntries = declare('listAuditEntries', {
  summary: `List the audit trail of the last ${timeWords(lifetimes.auditEntry)}, newest first, in pages of 50 lines by default`,
  description: 'For owners and admins.',
  auth: 'user',
  query: auditQuerySchema.extend(pageQuery({ limit: 50, maxLimit: 200 }).shape),
  reply: pageSchema(auditEntrySchema),
});

export const listAuditActors = declare('listAuditActors', {
  summary: 'List the people and API tokens in the audit trail, by name, at most 500',
  description: 'For owners and admins.',
  auth: 'user',
  reply: z.object({ data: z.array(auditActorSchema) }),
});
