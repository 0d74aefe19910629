import { expect, test } from 'vitest';
import type { Operation } from '@/lib/contracts/openapi/openapi-document';
import { curlOf } from './endpoint-section';

const operation = (part: Partial<Operation>): Operation =>
  Object.assign({ operationId: 'x', tags: [], summary: '', security: [], parameters: [], responses: {} }, part);

test('a public address needs no token', () => {
  expect(curlOf('get', '/openapi.json', operation({}))).toBe('curl "$API/openapi.json"');
});

test('with an id, a token and a body, whose quotes the shell leaves alone', () => {
  const call = operation({
    security: [{ session: [] }],
    parameters: [{ name: 'id', in: 'path', required: true, schema: {}, example: 'one' }],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: {}, examples: { example: { value: { name: "Ada's" } } } } },
    },
  });
  expect(curlOf('patch', '/events/{id}', call)).toBe(
    [
      'curl -X PATCH "$API/events/one" \\',
      '  -H "Authorization: Bearer $TOKEN" \\',
      `  --json '{"name":"Ada'\\''s"}'`,
    ].join('\n'),
  );
});
