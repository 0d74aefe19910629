import { z } from 'zod';
import { accountSchema, authSessionSchema, ownAuthSessionSchema } from '../accounts';
import { errorSchema } from '../error-schema';
import { eventSchema } from '../events';
import { metricSchema } from '../metrics';
import { apiTokenSchema, newApiTokenSchema } from '../organization/api-tokens';
import { auditActorSchema, auditEntrySchema } from '../organization/audit';
import { incidentSchema, streamSchema, viewerStreamSchema } from '../streams';
import type { Schema } from './openapi-document';

/** Schemas with a name in the document, after which generated clients name their types. */
const named: Record<string, z.ZodType> = {
  Error: errorSchema,
  Account: accountSchema,
  SignedIn: authSessionSchema,
  Session: ownAuthSessionSchema,
  Event: eventSchema,
  Stream: streamSchema,
  StreamWithoutSecrets: viewerStreamSchema,
  Incident: incidentSchema,
  Metric: metricSchema,
  ApiToken: apiTokenSchema,
  NewApiToken: newApiTokenSchema,
  AuditEntry: auditEntrySchema,
  AuditActor: auditActorSchema,
};

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });

const path = '#/components/schemas/';

/** The name of the component that a schema refers to; undefined for a schema that is written out. */
export const componentOf = ({ $ref }: Schema): string | undefined =>
  $ref?.startsWith(path) ? $ref.slice(path.length) : undefined;

/** A schema of ours as the document has it. @param components receives the named schemas that it refers to */
export function documentSchema(schema: z.ZodType, io: 'input' | 'output', components: Record<string, Schema>): Schema {
  const {
    $schema,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    metadata: registry,
    // The registry of names takes the place of the one that has the descriptions.
    override({ zodSchema, jsonSchema }) {
      const description = z.globalRegistry.get(zodSchema)?.description;
      if (description !== undefined) jsonSchema.description = description;
    },
  });
  for (const [name, definition] of Object.entries($defs)) components[name] = withRefs(definition) as Schema;
  return withRefs(rest) as Schema;
}

function withRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', path) : withRefs(inner),
    ]),
  );
}
