import type { z } from 'zod';
import type { Address, EndpointName, NameAt } from '@/lib/contracts/api/addresses';
import type { Declarations } from '@/lib/contracts/api/declarations';
import { bytesType } from '@/lib/contracts/limits';
import { ApiError, apiErrorFrom } from './api-error';
import { checkAnswer } from './check-answer';

const basePath = '/api/v1';
const timeoutMs = 15_000;
/** A large body gets the time that it takes on a slow network. */
const slowestBytesPerMs = 25;

/** The endpoint's declaration of one part of a call; nothing if it declares no such part. */
type Declared<N extends EndpointName, Part extends string> = Declarations[N] extends {
  [P in Part]: infer Schema extends z.ZodType;
}
  ? { [P in Part]: z.input<Schema> }
  : unknown;

/** A query may be omitted if all of its fields may be. */
type DeclaredQuery<N extends EndpointName> =
  Declared<N, 'query'> extends { query: infer Query }
    ? Partial<Query> extends Query
      ? { query?: Query }
      : { query: Query }
    : unknown;

interface Options {
  /** The server, for a program that is not a page of it. */
  origin?: string;
  signal?: AbortSignal;
  /** Whether the browser may keep the answer; by default it does not. */
  cache?: RequestCache;
  /** Beside those of every call. */
  headers?: Record<string, string>;
}

type DeclaredBytes<N extends EndpointName> = Declarations[N] extends { takesBytes: true } ? { bytes: Blob } : unknown;

type Call<N extends EndpointName> = Declared<N, 'params'> &
  DeclaredQuery<N> &
  Declared<N, 'body'> &
  DeclaredBytes<N> &
  Options;

/** The arguments after the address: none are needed where the endpoint takes nothing. */
export type Rest<N extends EndpointName> = Options extends Call<N> ? [call?: Call<N>] : [call: Call<N>];

type ReplyOf<N extends EndpointName, Part extends string> = Declarations[N] extends {
  [P in Part]: infer Schema extends z.ZodType;
}
  ? z.infer<Schema>
  : never;

/** The endpoint's answer to members or viewers; undefined for 204. */
export type Reply<N extends EndpointName> = Declarations[N] extends { reply: z.ZodType }
  ? ReplyOf<N, 'reply'> | ReplyOf<N, 'replyToViewer'>
  : undefined;

/** The parts of a call as they are sent, whatever the endpoint. */
interface Parts extends Options {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
  bytes?: Blob;
}

/**
 * Calls an endpoint of the API.
 * @param address one of `lib/contracts/api/addresses.ts`
 * @param token a bearer token; null without an account
 * @param rest params, query and body as the endpoint declares them, and a signal that aborts the call
 * @returns the answer; outside production it is checked against the endpoint's declaration
 * @throws ApiError for every failure: refused (its status), unreachable or too slow (status 0)
 */
export async function sendRequest<A extends Address>(
  address: A,
  token: string | null,
  ...rest: Rest<NameAt<A>>
): Promise<Reply<NameAt<A>>> {
  const { origin = '', params, query, body, bytes, signal, cache = 'no-store', headers: more }: Parts = rest[0] ?? {};
  const [method, path = ''] = address.split(' ');
  const headers = new Headers(more);
  headers.set('Accept', 'application/json');
  if (body) headers.set('Content-Type', 'application/json');
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (bytes) headers.set('Content-Type', bytesType);
  const text = body && JSON.stringify(body);
  const sentBytes = bytes?.size ?? text?.length ?? 0;
  const deadline = AbortSignal.timeout(timeoutMs + Math.round(sentBytes / slowestBytesPerMs));
  let answer: unknown;
  try {
    const response = await fetch(origin + basePath + filledIn(path, params) + searchOf(query), {
      method,
      headers,
      body: bytes ?? text,
      cache,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    const received = await response.text();
    if (!response.ok) throw apiErrorFrom(response.status, parseOrNull(received));
    answer = received ? JSON.parse(received) : undefined;
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw deadline.aborted
      ? new ApiError(0, 'The server did not answer in time.', 'timeout', undefined, { cause: error })
      : new ApiError(0, 'The server cannot be reached.', 'network', undefined, { cause: error });
  }
  await checkAnswer(address, answer);
  return answer as Reply<NameAt<A>>;
}

const filledIn = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function searchOf(query: Record<string, unknown> = {}): string {
  // URLSearchParams makes texts of the values itself.
  const given = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An error page of a proxy between us and the server; its status alone says what happened.
    return null;
  }
}

/** The payload of an answer: its `data`, or the whole answer if it has no envelope (spec, section 7). */
export const dataOf = <Data extends object>(answer: { data: Data } | Data): Data =>
  'data' in answer ? answer.data : answer;
