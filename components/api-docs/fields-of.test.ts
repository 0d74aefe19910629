import { expect, test } from 'vitest';
import { z } from 'zod';
import { documentSchema } from '@/lib/contracts/openapi/components';
import { streamSchema } from '@/lib/contracts/streams';
import { fieldsOf, typeWords } from './fields-of';

const words = (schema: z.ZodType) => typeWords(documentSchema(schema, 'input', {}));

test.each<[string, z.ZodType]>([
  ['text', z.string()],
  ['text, 1 to 120 characters', z.string().min(1).max(120)],
  ['text, at most 120 characters', z.string().max(120)],
  ['text or null', z.string().nullable()],
  ['"read" or "write" or null', z.enum(['read', 'write']).nullable()],
  ['id', z.uuid()],
  ['time or null', z.iso.datetime().nullable()],
  ['whole number', z.int()],
  ['whole number, 20 to 8000', z.int().min(20).max(8_000)],
  ['number, at least 0', z.number().min(0)],
  ['"read" or "write"', z.enum(['read', 'write'])],
  ['"srt"', z.literal('srt')],
  ['true or false', z.boolean()],
  ['list of text', z.array(z.string())],
  ['list of Stream', z.array(streamSchema)],
])('%s', (expected, schema) => expect(words(schema)).toBe(expected));

test('fields of objects, lists and variants follow the field that holds them', () => {
  const schema = z.object({
    stream: z.object({ name: z.string().describe('What people call it.'), tags: z.array(z.object({ id: z.uuid() })) }),
    link: z.object({ rtt_ms: z.number() }).nullable().optional(),
  });
  expect(fieldsOf(documentSchema(schema, 'input', {}))).toEqual([
    { path: 'stream', type: 'object', isRequired: true, description: undefined },
    { path: 'stream.name', type: 'text', isRequired: true, description: 'What people call it.' },
    { path: 'stream.tags', type: 'list of object', isRequired: true, description: undefined },
    { path: 'stream.tags[].id', type: 'id', isRequired: true, description: undefined },
    { path: 'link', type: 'object or null', isRequired: false, description: undefined },
    { path: 'link.rtt_ms', type: 'number', isRequired: true, description: undefined },
  ]);
});
