import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { GET as openapi } from '@/app/api/v1/openapi.json/route';
import { methods } from '@/lib/contracts/api/addresses';
import { declarations, describedDeclarations } from '@/lib/contracts/api/declarations';
import { errorSchema } from '@/lib/contracts/error-schema';
import type { BodyContent, OpenapiDocument, Operation } from '@/lib/contracts/openapi/openapi-document';
import { testWebhookType, webhookTypes } from '@/lib/contracts/organization/webhook-types';
import { webhookPayloadSchema } from '@/lib/contracts/organization/webhooks';
import { type ErrorCode, statusByCode } from '@/lib/core/errors';
import { call } from '../support/api/api';
import { readRouteFiles, readRoutes } from '../support/api/routes';

const document = (await call(openapi)).body as OpenapiDocument;

test('the route files answer exactly the endpoints that are declared, each at its address', async () => {
  const answered = (await readRoutes()).map(({ method, path, spec }) => ({ method, path, spec }));
  const declared = Object.values(declarations).map((spec) => ({ method: spec.method, path: spec.path, spec }));
  const names = (endpoints: { method: string; path: string }[]) =>
    endpoints.map(({ method, path }) => `${method} ${path}`).sort();
  expect(names(answered)).toEqual(names(declared));
  for (const { method, path, spec } of answered) {
    const declaration = declared.find((other) => other.method === method && other.path === path);
    expect(spec, `${method} ${path}`).toBe(declaration?.spec);
  }
});

test('each path says in Allow which methods it has, to OPTIONS and to every method that it has not', async () => {
  const declared = Object.values(declarations);
  for (const { path, route } of await readRouteFiles()) {
    const own = declared.filter((declaration) => declaration.path === path).map(({ method }) => method);
    const expected = [...own, 'OPTIONS', ...(own.includes('GET') ? ['HEAD'] : [])].sort();
    for (const method of ['OPTIONS', ...methods] as const) {
      const handler = route[method];
      if ('spec' in handler) continue;
      const request = new Request(`http://127.0.0.1:3000/api/v1${path}`, { method });
      const response = await handler(request, { params: Promise.resolve({}) });
      expect(response.status, `${method} ${path}`).toBe(method === 'OPTIONS' ? 204 : 405);
      expect(response.headers.get('allow')?.split(', ').sort(), `${method} ${path}`).toEqual(expected);
    }
  }
});

test('each endpoint is declared under its own name', () => {
  for (const [name, declaration] of Object.entries(declarations)) expect(declaration.name).toBe(name);
});

describe('GET /openapi.json', () => {
  test('describes every endpoint except itself', async () => {
    const { paths } = document;
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = Object.values(declarations).map(({ method, path }) => `${method} ${path}`);
    expect([...described, 'GET /openapi.json'].sort()).toEqual(declared.sort());
  });

  test('names every placeholder of a path as a required parameter', async () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(operations)) {
        const named = parameters.filter((parameter) => parameter.in === 'path');
        expect(named.map(({ name }) => name)).toEqual(placeholders);
        expect(named.every(({ required }) => required)).toBe(true);
      }
    }
  });

  test('shows the schemas that the endpoints validate with', async () => {
    const { paths } = document;
    expect(paths['/streams']?.post).toMatchObject({
      operationId: 'createStream',
      tags: ['Streams'],
      security: [{ session: [] }, { apiToken: [] }],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: {
                stream: {
                  required: ['name', 'event_id'],
                  properties: { name: { minLength: 1, maxLength: 120 }, event_id: { format: 'uuid' } },
                },
              },
            },
          },
        },
      },
      responses: {
        201: {},
        400: {},
        401: {},
        403: {},
        404: {},
        409: {},
        413: {},
        415: {},
        422: {},
        429: {},
        500: {},
        503: {},
      },
    });
    expect(paths['/streams/{id}/metrics']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, schema: { format: 'uuid' } },
      { name: 'range', in: 'query', required: false, schema: { enum: ['15m', '1h', '24h', '7d', '30d'] } },
      { name: 'limit', in: 'query', required: false, schema: { default: 100, minimum: 1, maximum: 1000 } },
      { name: 'cursor', in: 'query', required: false, schema: { type: 'string' } },
    ]);
    expect(paths['/auth/login']?.post?.security).toEqual([]);
    expect(paths['/api_tokens']?.get?.security).toEqual([{ session: [] }]);
    expect(paths['/events/{id}']?.delete?.responses).toHaveProperty('204');
  });
});

/** The named examples of a body. */
const examplesOf = (content: BodyContent | undefined): [name: string, value: unknown][] =>
  Object.entries(content?.['application/json']?.examples ?? {}).map(([name, { value }]) => [name, value]);

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
    const broken = Object.assign({}, document, { paths: { '/events': { get: { responses: 'none' } } } });
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  }, 60_000);

  test('refers only to schemas that it has, and names those that have a name', async () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(expect.arrayContaining(['Error', 'Event', 'Stream', 'StreamWithoutSecrets', 'ApiToken']));
    expect(new Set(references.map(([, name]) => name))).toEqual(new Set(names));
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  test('says of each operation what it is, who may call it, and how it fails', async () => {
    const { paths, tags, components } = document;
    const operations = Object.values(paths).flatMap((path): Operation[] => Object.values(path));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { operationId, tags: own, summary, security, responses } of operations) {
      expect(
        tags.map(({ name }) => name),
        operationId,
      ).toEqual(expect.arrayContaining(own));
      expect(summary, operationId).not.toBe('');
      expect(Object.keys(components.securitySchemes)).toEqual(expect.arrayContaining(security.flatMap(Object.keys)));
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['500', '503']));
      expect('401' in responses || security.length === 0, operationId).toBe(true);
    }
  });
});

describe('what webhooks are sent, in the OpenAPI document', () => {
  const sent = Object.entries(document.webhooks);

  test('is every type of event, and the test', () => {
    expect(sent.map(([type]) => type)).toEqual([...webhookTypes, testWebhookType]);
  });

  test.each(sent)('%s has the headers of its signature, and an example that is exactly its body', (type, { post }) => {
    const { operationId, parameters, requestBody } = post;
    expect(operationId).toBe(type);
    expect(parameters.map((parameter) => [parameter.in, parameter.name])).toEqual(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ['header', name]),
    );
    const [[, value] = []] = examplesOf(requestBody?.content);
    expect(value).toMatchObject({ type });
    expect(webhookPayloadSchema.parse(value)).toEqual(value);
  });
});

describe.each(describedDeclarations)('$method $path in the OpenAPI document', (declaration) => {
  const { method, path, body, reply, replyToViewer, status = 200 } = declaration;
  const operation = document.paths[path]?.[method.toLowerCase()];

  /** Each example is exactly what the schema accepts: nothing is missing, and nothing is more. */
  const expectToFit = (examples: [string, unknown][], schemaOf: (name: string) => z.ZodType | undefined) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const [name, value] of examples) expect(schemaOf(name)?.parse(value), name).toEqual(value);
  };

  if (body)
    test('its example of a body is accepted', () => {
      const { requestBody } = operation ?? {};
      const examples = examplesOf(requestBody?.content);
      expect(examples.length).toBeGreaterThan(0);
      for (const [, value] of examples) expect(body?.safeParse(value)).toMatchObject({ success: true });
    });

  if (reply)
    test('its examples of an answer are answers', () => {
      const { responses } = operation ?? {};
      expectToFit(examplesOf(responses?.[status]?.content), (name) => (name === 'viewer' ? replyToViewer : reply));
    });

  test('its examples of errors are errors of their status', () => {
    const { responses = {} } = operation ?? {};
    const failures = Object.entries(responses).filter(([code]) => Number(code) >= 400);
    for (const [code, { content }] of failures) {
      expectToFit(examplesOf(content), () => errorSchema);
      for (const [name] of examplesOf(content)) expect(statusByCode[name as ErrorCode]).toBe(Number(code));
    }
  });
});
