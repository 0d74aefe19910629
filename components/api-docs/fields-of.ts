import { componentOf } from '@/lib/contracts/openapi/components';
import type { Schema } from '@/lib/contracts/openapi/openapi-document';

/** A field of a body as the page shows it. */
export interface Field {
  /** The names that lead to it, such as `stream.name`; `[]` for each of a list. */
  path: string;
  /** In words, such as “text, 1 to 120 characters”. */
  type: string;
  isRequired: boolean;
  description: string | undefined;
}

/** The fields of an object, those of objects in it right after them; a named schema is only named. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]): Field[] => {
    const inner = property as Schema;
    const path = prefix + name;
    const field: Field = {
      path,
      type: typeWords(inner),
      isRequired: required.includes(name),
      description: inner.description,
    };
    const { object, isList } = objectIn(inner);
    return [field, ...(object ? fieldsOf(object, `${path}${isList ? '[]' : ''}.`) : [])];
  });
}

/** The object that is written out in a schema: itself, one of its variants, or what its list has. */
function objectIn(schema: Schema): { object: Schema | undefined; isList: boolean } {
  if (schema.properties) return { object: schema, isList: false };
  const items = schema.items as Schema | undefined;
  if (items?.properties) return { object: items, isList: true };
  const variant = ((schema.anyOf ?? []) as Schema[]).find(({ properties }) => properties);
  return { object: variant, isList: false };
}

/** Describes in words the values that a schema accepts. */
export function typeWords(schema: Schema): string {
  const name = componentOf(schema);
  if (name !== undefined) return name;
  const variants = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (variants) return [...new Set(variants.map(typeWords))].join(' or ');
  if (schema.const !== undefined) return `"${schema.const}"`;
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeWords({ ...schema, type } as Schema)).join(' or ');
  }
  if (schema.enum) return schema.enum.map((value) => `"${value}"`).join(' or ');
  switch (schema.type) {
    case 'string':
      return textWords(schema);
    case 'integer':
      return `whole number${rangeWords(schema)}`;
    case 'number':
      return `number${rangeWords(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `list of ${typeWords((schema.items ?? {}) as Schema)}`;
    case 'null':
      return 'null';
    case 'object':
      return 'object';
    default:
      return 'anything';
  }
}

function textWords({ format, minLength, maxLength }: Schema): string {
  if (format === 'uuid') return 'id';
  if (format === 'date-time') return 'time';
  if (format === 'email') return 'e-mail address';
  if (maxLength === undefined) return 'text';
  return `text, ${minLength ? `${minLength} to ` : 'at most '}${maxLength} characters`;
}

function rangeWords({ minimum, maximum }: Schema): string {
  const [min, max] = [minimum, maximum].map((bound) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound,
  );
  if (min !== undefined && max !== undefined) return `, ${min} to ${max}`;
  if (min !== undefined) return `, at least ${min}`;
  return max === undefined ? '' : `, at most ${max}`;
}
