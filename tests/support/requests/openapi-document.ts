import type { JSONSchema } from 'zod/v4/core';

export type Schema = JSONSchema.JSONSchema;

interface Content {
  'application/json': { schema: Schema };
}

export interface Operation {
  security: object[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  /** By status, or `default`. */
  responses: Record<string, { content?: Content }>;
}

/** The parts of GET /api/v1/openapi.json that say which requests there are, and how they are answered. */
export interface OpenapiDocument {
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, Operation>>;
}
