import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Actor } from '@/lib/auth/actor';
import { requireUser } from '@/lib/auth/require-user';
import { AppError } from '@/lib/core/errors';
import { type Logger, log } from '@/lib/platform/log';
import { errorResponse } from './error-response';
import { readJsonBody } from './read-json-body';

type Auth = 'user' | 'public';
type Schema = z.ZodType | undefined;
type Output<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

interface Input<A extends Auth, Params extends Schema, Query extends Schema, Body extends Schema> {
  actor: A extends 'user' ? Actor : undefined;
  params: Output<Params>;
  query: Output<Query>;
  body: Output<Body>;
  request: Request;
  log: Logger;
}

/** What an endpoint says about itself; the OpenAPI document is made from it. */
export interface Declaration<
  A extends Auth = Auth,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
> {
  summary: string;
  auth: A;
  /** The placeholders of the path. What does not fit is answered 404. */
  params?: Params;
  query?: Query;
  /** JSON, at most 64 KiB. */
  body?: Body;
  /** Of the whole body of the answer. Without it the answer is 204. */
  reply?: Reply;
  /** Of a success with a body; 200 unless told. */
  status?: 200 | 201;
}

interface Definition<
  A extends Auth,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Reply extends Schema,
> extends Declaration<A, Params, Query, Body, Reply> {
  handler(input: Input<A, Params, Query, Body>): Promise<Reply extends z.ZodType ? z.input<Reply> : void>;
}

/** What Next calls. */
export type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

export type Endpoint = Handler & { declaration: Declaration };

/**
 * The one way to answer a request: authenticates, checks what came in, calls the handler, and turns its result or
 * any error into a Response. One log line a request; never its token or body.
 */
export function endpoint<
  A extends Auth,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Reply extends Schema = undefined,
>({ handler, ...declaration }: Definition<A, Params, Query, Body, Reply>): Endpoint {
  const answer = async (
    request: Request,
    context: Parameters<Handler>[1],
    actor: Actor | undefined,
    requestLog: Logger,
  ): Promise<Response> => {
    const input = {
      actor,
      params: declaration.params && parseParams(declaration.params, await context.params),
      query: declaration.query && parseInput(declaration.query, queryOf(request)),
      body: declaration.body && parseInput(declaration.body, await readJsonBody(request)),
      request,
      log: requestLog,
    } as Input<A, Params, Query, Body>;
    const reply = await handler(input);
    if (!declaration.reply) return new Response(null, { status: 204 });
    return Response.json(reply, { status: declaration.status ?? 200 });
  };

  const handle: Handler = async (request, context) => {
    const startedAtMs = performance.now();
    const requestId = requestIdOf(request);
    const requestLog = log.child({ requestId });
    let actor: Actor | undefined;
    let response: Response;
    try {
      if (declaration.auth === 'user') actor = await requireUser(request);
      response = await answer(request, context, actor, requestLog);
    } catch (error) {
      response = errorResponse(error, requestId, requestLog);
    }
    response.headers.set('x-request-id', requestId);
    response.headers.set('cache-control', 'no-store');
    requestLog.info(
      {
        method: request.method,
        path: new URL(request.url).pathname,
        status: response.status,
        durationMs: Math.round(performance.now() - startedAtMs),
        userId: actor?.userId,
      },
      'request',
    );
    return response;
  };
  return Object.assign(handle, { declaration });
}

/** The caller's own id, if it is fit for a log and a header, so that one id runs through all systems. */
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
