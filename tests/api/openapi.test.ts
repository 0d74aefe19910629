import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { GET as openapi } from '@/app/api/v1/openapi.json/route';
import { routes } from '@/app/api/v1/routes';
import { call } from '../support/api/api';

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

describe('GET /openapi.json', () => {
  test('describes every route file there is', async () => {
    const files = await readdir('app/api/v1', { recursive: true });
    const paths = files
      .filter((file) => file.endsWith('/route.ts') && !file.startsWith('openapi.json'))
      .map((file) => `/${file.replace('/route.ts', '').replaceAll('[', '{').replaceAll(']', '}')}`);
    expect(Object.keys(routes).sort()).toEqual(paths.sort());
    expect(Object.keys((await read()).paths).sort()).toEqual(paths.sort());
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

  test('takes the schemas from what the endpoints check', async () => {
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
    ]);
    expect(paths['/auth/login']?.post?.security).toEqual([]);
    expect(paths['/events/{id}']?.delete?.responses).toHaveProperty('204');
  });
});
