import { describe, expect, test } from 'vitest';
import { GET as openapi } from '@/app/api/v1/openapi.json/route';
import { declarations } from '@/lib/contracts/api/declarations';
import { methods } from '@/lib/contracts/api/declare';
import { call } from '../support/api/api';
import { readRouteFiles, readRoutes } from '../support/api/routes';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
}
interface Operation {
  security: unknown[];
  parameters: Parameter[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

const read = async () => (await call(openapi)).body as Document;

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
    const { paths } = await read();
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = Object.values(declarations).map(({ method, path }) => `${method} ${path}`);
    expect([...described, 'GET /openapi.json'].sort()).toEqual(declared.sort());
  });

  test('names every placeholder of a path as a required parameter', async () => {
    for (const [path, operations] of Object.entries((await read()).paths)) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(operations)) {
        const named = parameters.filter((parameter) => parameter.in === 'path');
        expect(named.map(({ name }) => name)).toEqual(placeholders);
        expect(named.every(({ required }) => required)).toBe(true);
      }
    }
  });

  test('shows the schemas that the endpoints validate with', async () => {
    const { paths } = await read();
    expect(paths['/streams']?.post).toMatchObject({
      security: [{ bearer: [] }],
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
      responses: { 201: {}, default: {} },
    });
    expect(paths['/streams/{id}/metrics']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, schema: { format: 'uuid' } },
      { name: 'range', in: 'query', required: false, schema: { enum: ['15m', '1h', '24h', '7d', '30d'] } },
      { name: 'limit', in: 'query', required: false, schema: { default: 100, minimum: 1, maximum: 1000 } },
      { name: 'cursor', in: 'query', required: false, schema: { type: 'string' } },
    ]);
    expect(paths['/auth/login']?.post?.security).toEqual([]);
    expect(paths['/events/{id}']?.delete?.responses).toHaveProperty('204');
  });
});
