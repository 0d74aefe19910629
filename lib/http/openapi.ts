import { z } from 'zod';
import { errorSchema } from '@/lib/contracts/error-schema';
import { webEnv } from '@/lib/platform/env/web-env';
import type { Declaration } from './endpoint';
import { methods, type Route } from './route';

const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: z.toJSONSchema(schema, { io }) },
});

/** The OpenAPI 3.1 document of routes by path, made from what their endpoints declare. */
export function openapi(routes: Record<string, Route>) {
  return {
    openapi: '3.1.0' as const,
    info: { title: `${webEnv().PRODUCT_NAME} API`, version: '1' },
    servers: [{ url: '/api/v1' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: Object.fromEntries(Object.entries(routes).map(([path, route]) => [path, pathItem(route)])),
  };
}

const pathItem = (route: Route) =>
  Object.fromEntries(
    methods.flatMap((method) => {
      const handler = route[method];
      return 'declaration' in handler ? [[method.toLowerCase(), operation(handler.declaration)]] : [];
    }),
  );

function operation({ summary, auth, params, query, body, reply, status }: Declaration) {
  return {
    summary,
    security: auth === 'user' ? [{ bearer: [] }] : [],
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && { requestBody: { required: true, content: json(body, 'input') } }),
    responses: {
      ...(reply
        ? { [status ?? 200]: { description: 'Success', content: json(reply, 'output') } }
        : { 204: { description: 'Success' } }),
      default: { description: 'Failure', content: json(errorSchema, 'output') },
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}
