import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Actor } from '@/lib/auth/actor';
import { requireActor } from '@/lib/auth/authenticate';
import {
  type EndpointSpec,
  idempotencyKeyHeader,
  idempotencyKeySchema,
  takesIdempotencyKey,
} from '@/lib/contracts/api/declare';
import { AppError } from '@/lib/core/errors';
import { type Logger, log } from '@/lib/platform/log';
import { processWide } from '@/lib/platform/process-wide';
import { countRequest } from '@/lib/platform/prometheus/request-meter';
import { noteAcceptedToken, noteRefusedToken } from './accepted-tokens';
import { clientOf } from './client-of';
import { errorResponse } from './error-response';
import { loggedPath } from './logged-path';
import { readBytesBody, readJsonBody } from './read-json-body';
import { respondOnce } from './respond-once';
import { Turns } from './turns';

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type OutputOf<Spec, Part extends string> = Spec extends { [P in Part]: infer Schema } ? Output<Schema> : undefined;

interface Input<Spec extends EndpointSpec> {
  actor: Spec['auth'] extends 'user' ? Actor : undefined;
  params: OutputOf<Spec, 'params'>;
  query: OutputOf<Spec, 'query'>;
  body: OutputOf<Spec, 'body'>;
  bytes: Spec extends { takesBytes: true } ? Buffer : undefined;
  request: Request;
  log: Logger;
}

type ReplyOf<Spec, Part extends string> = Spec extends { [P in Part]: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never;

/** The result of a handler: the JSON that its spec declares, nothing, or a Response of its own. */
type Reply<Spec> = Spec extends { reply: z.ZodType }
  ? Promise<ReplyOf<Spec, 'reply'> | ReplyOf<Spec, 'replyToViewer'> | (Spec extends { csv: true } ? Response : never)>
  : Promise<void> | Promise<Response>;

/** The function that Next calls. */
export type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

export type Endpoint<Spec extends EndpointSpec = EndpointSpec> = Handler & { spec: Spec };

/**
 * The one way to answer a request: authenticates, validates what came in, calls the handler, and turns its result or
 * any error into a Response. Logs one line for each request, without its token and body.
 */
export function endpoint<const Spec extends EndpointSpec>(
  spec: Spec,
  handler: (input: Input<Spec>) => Reply<Spec>,
): Endpoint<Spec> {
  const route = 'path' in spec ? String(spec.path) : 'other';

  const answer = async (
    request: Request,
    context: Parameters<Handler>[1],
    actor: Actor | undefined,
    requestLog: Logger,
  ): Promise<Response> => {
    const params = spec.params && parseParams(spec.params, await context.params);
    const query = spec.query && parseInput(spec.query, queryOf(request));
    const given = spec.body && objectOf(await readJsonBody(request, spec.maxBodyBytes));
    const body = spec.body && parseInput(spec.body, given);
    const bytes = spec.takesBytes && (await readBytesBody(request, spec.maxBodyBytes));
    const input = { actor, params, query, body, bytes, request, log: requestLog } as Input<Spec>;
    const respond = async (): Promise<Response> => {
      const reply = await handler(input);
      if (reply instanceof Response) return reply;
      if (!spec.reply) return new Response(null, { status: 204 });
      return Response.json(reply, { status: spec.status ?? 200 });
    };
    const key = takesIdempotencyKey(spec) ? request.headers.get(idempotencyKeyHeader) : null;
    const inTurn = async (actor: Actor, hasWaited: boolean) => {
      // The credential may have ended while the request waited for its turn or its body arrived.
      const isStale = hasWaited || spec.body !== undefined || spec.takesBytes;
      const current = isStale ? await requireActor(request, clientOf(request)) : actor;
      Object.assign(input, { actor: current });
      if (key === null) return await respond();
      return await respondOnce({ actor: current, key: parseKey(key), call: [route, params, query, given] }, respond);
    };
    return actor ? await turns().run(actor.organizationId, (hasWaited) => inTurn(actor, hasWaited)) : await respond();
  };

  const handle: Handler = async (request, context) => {
    const startedAtMs = performance.now();
    const requestId = requestIdOf(request);
    const requestLog = log.child({ requestId });
    let actor: Actor | undefined;
    let response: Response;
    try {
      if (spec.auth === 'user') actor = await acceptActor(request);
      response = await answer(request, context, actor, requestLog);
    } catch (error) {
      response = errorResponse(error, requestId, requestLog);
    }
    response.headers.set('x-request-id', requestId);
    if (spec.isImmutable && response.ok) {
      response.headers.set('cache-control', 'private, max-age=31536000, immutable');
      response.headers.set('vary', 'Authorization');
    }
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
    const durationMs = performance.now() - startedAtMs;
    countRequest({ method: request.method, route, status: response.status, seconds: durationMs / 1_000 });
    const path = loggedPath(request.url);
    requestLog[isCalmProbe(path, response.status) ? 'debug' : 'info'](
      {
        method: request.method,
        path,
        status: response.status,
        durationMs: Math.round(durationMs),
        userId: actor?.userId,
        apiTokenId: actor?.apiTokenId,
      },
      'request',
    );
    return response;
  };
  return Object.assign(handle, { spec });
}

/** A probe comes every few seconds, and says something only when it fails. */
const isCalmProbe = (path: string, status: number): boolean =>
  status === 200 && (path === '/healthz' || path === '/readyz');

/** The actor of a request. Notes whether the token was accepted. @throws AppError what requireActor throws */
async function acceptActor(request: Request): Promise<Actor> {
  const authorization = request.headers.get('authorization') ?? '';
  try {
    const actor = await requireActor(request, clientOf(request));
    noteAcceptedToken(authorization);
    return actor;
  } catch (error) {
    noteRefusedToken(authorization);
    throw error;
  }
}

/** The turns of organizations, shared by all endpoints. */
const turns = (): Turns =>
  processWide(
    'turns',
    () =>
      new Turns({
        // All work shares one thread, so each further request makes other organizations wait longer.
        maxRunning: 2,
        // Enough for many members who load a page at once.
        maxWaiting: 1_000,
        // Enough for many people who open their pages at once.
        creditMs: 1_000,
        refusal: 'Your organization makes too many requests at once: try again in a moment.',
      }),
  );

/** The caller's own id if it is fit for a log and a header, so that one id identifies the request in all systems. */
function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given && /^[\w.-]{1,128}$/.test(given) ? given : randomUUID();
}

const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);

function parseParams(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw new AppError('not_found', 'There is nothing at this address.', { cause: result.error });
  return result.data;
}

/** A body is an object in all declarations. @throws AppError `invalid_input` */
function objectOf(body: unknown): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  const message = 'The body must be a JSON object.';
  throw new AppError('invalid_input', message, { details: { body: [message] } });
}

/** @throws AppError `invalid_input` */
function parseKey(value: string): string {
  const result = idempotencyKeySchema.safeParse(value);
  if (result.success) return result.data;
  const messages = result.error.issues.map(({ message }) => message);
  throw new AppError('invalid_input', messages.join(' '), { details: { [idempotencyKeyHeader]: messages } });
}

function parseInput(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details: Record<string, string[]> = {};
  for (const { path, message } of result.error.issues) {
    const field = z.core.toDotPath(path) || 'body';
    details[field] = [...(details[field] ?? []), message];
  }
  throw new AppError('invalid_input', Object.values(details).flat().join(' '), { cause: result.error, details });
}
