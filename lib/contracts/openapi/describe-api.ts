import type { z } from 'zod';
import { type Declaration, idempotencyKeyHeader, takesIdempotencyKey } from '../api/declare';
import { errorSchema } from '../error-schema';
import { bytesType, lifetimes, timeWords } from '../limits';
import { documentSchema } from './components';
import { describeWebhooks, webhookEvents } from './describe-webhooks';
import { exampleOf } from './example-of';
import { type Failure, failuresOf } from './failures';
import type { Content, OpenapiDocument, Operation, Parameter, Response, Schema } from './openapi-document';

const info = `Responses are JSON. Lists are paginated: pass \`next_cursor\` as \`cursor\`. \
Responses have an \`X-Request-Id\`; send your own to find a request in the log. \
Calls that create something take an \`Idempotency-Key\`: when an answer is lost, repeat the call with the same key, and \
nothing is created twice.`;

const team = { name: 'Team', description: 'The organization, its members and their roles, and invitations.' };
const shareLinks = {
  name: 'Share links',
  description: 'Links that show cameras of an event to people without an account.',
};
const phones = {
  name: 'Phones',
  description: 'Links that make a phone a camera of an event, without an app and without an account.',
};
const recordings = { name: 'Recordings', description: 'What cameras sent while they were recorded, and files of it.' };
const reports = { name: 'Reports', description: 'How shows went; the report of an event is among the events.' };
const webhooks = { name: 'Webhooks', description: 'Notifications about streams for the organization’s own programs.' };

/** The names of the parts of the API by the first segment of their paths; others are called by the segment. */
const tags: Record<string, { name: string; description: string }> = {
  auth: {
    name: 'Accounts',
    description: 'Signing up, sessions, and the signed-in user. For people, not for API tokens.',
  },
  events: { name: 'Events', description: 'A show, and the room in which its cameras are watched.' },
  streams: {
    name: 'Streams',
    description: 'The cameras of an event: keys, state and metrics.',
  },
  pull_try: { name: 'Streams', description: 'The cameras of an event: keys, state and metrics.' },
  destinations: { name: 'Destinations', description: 'Where cameras are sent: platforms, and servers of your own.' },
  recordings,
  exports: recordings,
  imports: recordings,
  edits: recordings,
  marks: { name: 'Marks', description: 'Marked moments of an event.' },
  comments: { name: 'Comments', description: 'What guests and members say of moments of an event.' },
  reports,
  report: reports,
  analytics: reports,
  presets: { name: 'Presets', description: 'Named arrangements of an event’s multiview.' },
  share_links: shareLinks,
  share: shareLinks,
  camera_invites: phones,
  camera: phones,
  organization: team,
  members: team,
  invitations: team,
  webhooks,
  webhook_deliveries: webhooks,
  api_tokens: { name: 'API tokens', description: 'Tokens with which programs call this API.' },
  audit: { name: 'Audit trail', description: 'The organization’s audit trail.' },
};

function tagOf({ path }: Declaration): { name: string; description?: string } {
  const segment = path.split('/')[1] ?? '';
  return tags[segment] ?? { name: `${segment.charAt(0).toUpperCase()}${segment.slice(1).replaceAll('_', ' ')}` };
}

/** The OpenAPI 3.1 document of the endpoints that are declared. @param product its name */
export function describeApi(declarations: Declaration[], product: string): OpenapiDocument {
  const schemas: Record<string, Schema> = {};
  const paths: OpenapiDocument['paths'] = {};
  for (const declaration of declarations) {
    const { path, method } = declaration;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(declaration, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${product} API`, version: '1', description: info },
    servers: [{ url: '/api/v1' }],
    tags: [...new Map(declarations.map(tagOf).map((tag) => [tag.name, tag])).values(), webhookEvents],
    paths,
    webhooks: describeWebhooks(schemas),
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: `The token of POST /auth/login: a person, for ${timeWords(lifetimes.authSession)}.`,
        },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'sl_…',
          description: 'An API token of the organization, which an admin creates.',
        },
      },
    },
  };
}

function operation(declaration: Declaration, schemas: Record<string, Schema>): Operation {
  const { name, summary, description, isDeprecated, auth, apiToken, params, query, body, takesBytes } = declaration;
  return {
    operationId: name,
    tags: [tagOf(declaration).name],
    summary,
    description:
      [description, apiToken === 'write' ? 'An API token must be one that may write.' : undefined]
        .filter((sentence) => sentence !== undefined)
        .join(' ') || undefined,
    ...(isDeprecated && { deprecated: isDeprecated }),
    security: auth === 'public' ? [] : apiToken ? [{ session: [] }, { apiToken: [] }] : [{ session: [] }],
    parameters: [
      ...parameters('path', params, schemas),
      ...parameters('query', query, schemas),
      ...(takesIdempotencyKey(declaration) ? [idempotencyKey] : []),
    ],
    ...(body && { requestBody: { required: true, content: content(body, 'input', schemas) } }),
    ...(takesBytes && { requestBody: { required: true, content: { [bytesType]: { schema: {} } } } }),
    responses: { ...success(declaration, schemas), ...failures(declaration, schemas) },
  };
}

const idempotencyKey: Parameter = {
  name: idempotencyKeyHeader,
  in: 'header',
  required: false,
  description:
    'A text of your choice, such as a UUID, that is new for each call. A repeated call with the same key and body gets the first answer for 24 hours, and `Idempotency-Replayed: true`. Another body is 422. While the first call runs, it is 409.',
  schema: { type: 'string', minLength: 1, maxLength: 257 },
  example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
};

function content(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Schema>): Content {
  const shown = documentSchema(schema, io, schemas);
  return { 'application/json': { schema: shown, examples: { example: { value: exampleOf(shown, schemas) } } } };
}

function success(
  { reply, replyToViewer, csv, status = 200 }: Declaration,
  schemas: Record<string, Schema>,
): Record<string, Response> {
  if (!reply) return { 204: { description: 'Done; there is no body.' } };
  if (!replyToViewer) {
    const asCsv = csv && { 'text/csv': { schema: { type: 'string' } } as const };
    return { [status]: { description: 'Done.', content: { ...content(reply, 'output', schemas), ...asCsv } } };
  }
  const [toMember, toViewer] = [
    documentSchema(reply, 'output', schemas),
    documentSchema(replyToViewer, 'output', schemas),
  ];
  return {
    [status]: {
      description: 'Done. Viewers and API tokens that may only read get an answer without secrets.',
      content: {
        'application/json': {
          schema: { anyOf: [toMember, toViewer] },
          examples: {
            member: { summary: 'To a member', value: exampleOf(toMember, schemas) },
            viewer: { summary: 'To a viewer', value: exampleOf(toViewer, schemas) },
          },
        },
      },
    },
  };
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } as const;

function failures(declaration: Declaration, schemas: Record<string, Schema>): Record<string, Response> {
  const schema = documentSchema(errorSchema, 'output', schemas);
  return Object.fromEntries(
    [...failuresOf(declaration)].map(([status, causes]: [number, Failure[]]) => [
      status,
      {
        description: causes.map(({ when }) => when).join(' Or: '),
        ...((status === 429 || status === 503) && { headers: retryAfter }),
        content: {
          'application/json': {
            schema,
            examples: Object.fromEntries(causes.map(({ code, example }) => [code, { value: example }])),
          },
        },
      },
    ]),
  );
}

function parameters(
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  schemas: Record<string, Schema>,
): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = documentSchema(schema, 'input', schemas);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    description: (property as Schema).description,
    schema: property as Schema,
    ...(place === 'path' && { example: exampleOf(property as Schema, schemas) }),
  }));
}
