import fc from 'fast-check';
import type { Schema } from '@/lib/contracts/openapi/openapi-document';

/** The things in the world that an id may refer to. */
export const referenceNames = ['ownEvent', 'ownStream', 'strangersEvent', 'strangersStream', 'deleted'] as const;

/** Stands for the id of a thing, until the world says which. */
export interface Reference {
  reference: (typeof referenceNames)[number];
  index: number;
}

/** Texts that have broken servers: control characters, lone surrogates, other scripts, percent signs, quotes. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('', ' ', '\0', 'a\0b', '\uD800', '%00', '%', '../..', '<script>', "' OR 1=1 --", '__proto__', 'null'),
);

/** Texts with lengths at the schema's limits and beyond them. */
function boundaryText({ minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> {
  const lengths = [minLength - 1, minLength, minLength + 1, maxLength - 1, maxLength, maxLength + 1];
  return fc
    .tuple(fc.constantFrom(...lengths.filter((length) => length >= 0)), fc.constantFrom('a', 'ü', '🎥', ' '))
    .map(([length, character]) => character.repeat(length));
}

function text(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') {
    return fc.record({ reference: fc.constantFrom(...referenceNames), index: fc.nat(20) });
  }
  if (schema.format === 'email') return fc.uuid().map((id) => `${id}@example.com`);
  const { minLength = 0, maxLength = 300 } = schema;
  return fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, minLength + 40) });
}

function number({ minimum = -1e6, maximum = 1e6 }: Schema): fc.Arbitrary<unknown> {
  const boundaries = [minimum - 1, minimum, maximum, maximum + 1, 0.5, 1e308];
  return fc.oneof(fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }), fc.constantFrom(...boundaries));
}

function object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, schemaValue(schema as Schema)]),
  );
  const whole = fc.record(fields, { requiredKeys: required });
  // Any field may be missing, or be more than is declared.
  const partial = fc.record(fields, { requiredKeys: [] });
  const more = fc.tuple(whole, fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 2 }));
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 1, arbitrary: partial },
    { weight: 1, arbitrary: more.map(([value, rest]) => Object.assign({}, rest, value)) },
  );
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const variants = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (variants) return fc.oneof(...variants.map(schemaValue));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type } as Schema)));
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return object(schema);
    case 'array':
      return fc.array(schemaValue((schema.items ?? {}) as Schema), { maxLength: 3 });
    case 'string':
      return text(schema);
    case 'number':
    case 'integer':
      return number(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

/** Values that fit a schema most of the time; else at or beyond its boundaries, or anything. */
export function schemaValue(schema: Schema): fc.Arbitrary<unknown> {
  const others = schema.type === 'string' ? [boundaryText(schema), anyText, fc.jsonValue()] : [fc.jsonValue()];
  return fc.oneof({ weight: 8, arbitrary: fitting(schema) }, { weight: 1, arbitrary: fc.oneof(...others) });
}
