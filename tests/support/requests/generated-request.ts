import fc from 'fast-check';
import type { OpenapiDocument, Operation } from '@/lib/contracts/openapi/openapi-document';
import { anyText, type Reference, referenceNames, schemaValue } from './schema-value';

/** The session of a request: the caller's own, another organization's, none, or a text that is no token. */
export type Caller = 'own' | 'stranger' | 'nobody' | 'garbage';

/**
 * A generated request, before the world replaces its references by ids. So a seed makes the same requests in every run.
 */
export interface GeneratedRequest {
  method: string;
  /** As the document has it, with placeholders. */
  path: string;
  /** The text of each placeholder. */
  params: Record<string, string | Reference>;
  query: [name: string, value: unknown][];
  caller: Caller;
  headers: Record<string, string>;
  /** JSON, or a text that is sent as it is. */
  body: { json: unknown } | { text: string } | null;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const reference = fc.record({ reference: fc.constantFrom(...referenceNames), index: fc.nat(20) });

/** Whether a path that holds it is still the same path (RFC 3986, section 5.2.4). */
const isSegment = (text: string): boolean => !['', '.', '..'].includes(text);

const idText: fc.Arbitrary<string | Reference> = fc.oneof(
  { weight: 8, arbitrary: reference },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.constantFrom('0', 'null', '%', "'; DROP TABLE events", 'ID'.repeat(2_000)) },
  { weight: 1, arbitrary: anyText.filter(isSegment) },
);

/** Headers that servers and proxies trip over. HTTP allows no other characters in a value. */
const headers = fc.dictionary(
  fc.constantFrom('accept', 'x-request-id', 'x-forwarded-for', 'x-http-method-override', 'range', 'if-none-match'),
  fc.oneof(
    fc.constantFrom('*/*', 'text/html', '127.0.0.1', 'DELETE', 'bytes=10-5', '*', '', '-1', '{}'),
    fc.string({ unit: 'grapheme-ascii', maxLength: 200 }).map((text) => text.trim()),
  ),
  { maxKeys: 2 },
);

const tooLargeText = fc.constantFrom('x'.repeat(70_000), '['.repeat(60_000), `{"a":${'1'.repeat(1_000)}`);

function bodyOf(operation: Partial<Operation>): fc.Arbitrary<GeneratedRequest['body']> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const other = fc.oneof(
    fc.constant(null),
    fc.jsonValue().map((json) => ({ json })),
    fc.oneof(anyText, tooLargeText).map((text) => ({ text })),
  );
  if (!schema) return fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: other });
  const fitting = schemaValue(schema).map((json) => ({ json }));
  return fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: other });
}

function queryOf({ parameters }: Pick<Operation, 'parameters'>): fc.Arbitrary<GeneratedRequest['query']> {
  const declared = parameters.filter((parameter) => parameter.in === 'query');
  const one = declared.map(({ name, schema }) =>
    fc.oneof(schemaValue(schema), anyText).map((value): [string, unknown] => [name, value]),
  );
  return fc.array(fc.oneof(...one, fc.tuple(anyText, anyText)), { maxLength: 3 });
}

/** Content types, the right one most of the time. */
const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '*'),
  },
);

const caller: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 8, arbitrary: fc.constant('own') },
  { weight: 1, arbitrary: fc.constantFrom('stranger', 'nobody', 'garbage') },
);

/** Requests to every method and path of a document: such as it describes, others, and those in between. */
export function generatedRequest(document: OpenapiDocument): fc.Arbitrary<GeneratedRequest> {
  const targets = Object.entries(document.paths).flatMap(([path, operations]) =>
    methods.map((method) => ({ path, method, operation: operations[method.toLowerCase()] })),
  );
  const [described, others] = [
    targets.filter(({ operation }) => operation),
    targets.filter(({ operation }) => !operation),
  ];
  const target = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...described) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
  return target.chain(({ path, method, operation }) => {
    const { parameters = [] } = operation ?? {};
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const undescribed = { parameters };
    return fc.record({
      method: fc.constant(method),
      path: fc.constant(path),
      params: fc.record(Object.fromEntries(placeholders.map((name) => [name, idText]))),
      query: queryOf(operation ?? undescribed),
      caller,
      headers: fc
        .tuple(headers, contentType)
        .map(([generated, type]) => Object.assign({}, generated, { 'content-type': type })),
      body: method === 'GET' ? fc.constant(null) : bodyOf(operation ?? undescribed),
    });
  });
}
