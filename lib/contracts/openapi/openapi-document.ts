import type { JSONSchema } from 'zod/v4/core';

export type Schema = JSONSchema.JSONSchema;

export interface Content {
  'application/json': { schema: Schema; examples?: Record<string, { summary?: string; value: unknown }> };
  'text/csv'?: { schema: Schema };
}

/** The body of a request: JSON, or bytes. */
export interface BodyContent extends Partial<Pick<Content, 'application/json'>> {
  'application/octet-stream'?: { schema: Schema };
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string | undefined;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, { description: string; schema: Schema }>;
  content?: Content;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string | undefined;
  deprecated?: true;
  /** Alternatives; one is needed. Empty: none is needed. */
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: BodyContent };
  /** By status. */
  responses: Record<string, Response>;
}

/** The subset of OpenAPI 3.1 that describes the API. */
export type OpenapiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description?: string | undefined }[];
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, Operation>>;
  /** Requests to a webhook's address, by type. */
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> };
};
