import { z } from 'zod';
import type { Declaration } from '@/lib/contracts/api/declare';
import { errorSchema } from '@/lib/contracts/error-schema';
import { webEnv } from '@/lib/platform/env/web-env';

const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: z.toJSONSchema(schema, { io }) },
});

/** The OpenAPI 3.1 document of the endpoints that are declared. */
export function openapi(declarations: Declaration[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const declaration of declarations) {
    const { path, method } = declaration;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(declaration) };
  }
  return {
    openapi: '3.1.0' as const,
    info: { title: `${webEnv().PRODUCT_NAME} API`, version: '1' },
    servers: [{ url: '/api/v1' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

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
