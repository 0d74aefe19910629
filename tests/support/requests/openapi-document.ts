import { componentOf } from '@/lib/contracts/openapi/components';
import type { OpenapiDocument, Schema } from '@/lib/contracts/openapi/openapi-document';

/** The document with every reference replaced by the schema that it names, for readers that know no references. */
export function withoutReferences(document: OpenapiDocument): OpenapiDocument {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const name = componentOf(value as Schema);
    if (name !== undefined) return resolve(document.components.schemas[name]);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
  };
  return resolve(document) as OpenapiDocument;
}
