import { expect } from 'vitest';
import type { Method } from '@/lib/contracts/api/addresses';
import { errorSchema } from '@/lib/contracts/error-schema';
import { bytesType } from '@/lib/contracts/limits';
import type { Endpoint, Handler } from '@/lib/http/endpoint';

interface Call {
  method?: Method;
  token?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as they are, in place of JSON. */
  bytes?: Buffer;
  headers?: Record<string, string>;
  /** The part of the declaration that the answer must match. */
  replyKey?: 'reply' | 'replyToViewer';
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined where there is no body. */
  body: unknown;
}

/**
 * Calls a route handler in this process with a real Request. Checks that the answer has exactly the fields that the
 * endpoint declares.
 */
export async function call(handler: Handler | Endpoint, options: Call = {}): Promise<Answer> {
  const { method = 'GET', token, params = {}, query = {}, body, bytes, replyKey = 'reply' } = options;
  const headers = new Headers(options.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (bytes) headers.set('content-type', bytesType);
  const request = new Request(`http://127.0.0.1:3000/api/v1/test?${new URLSearchParams(query)}`, {
    method,
    headers,
    body: bytes ? new Uint8Array(bytes) : body === undefined ? undefined : JSON.stringify(body),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
  const schema = response.ok && 'spec' in handler ? handler.spec[replyKey] : errorSchema;
  if (schema) expect(answer.body).toEqual(schema.parse(answer.body));
  else expect(answer).toMatchObject({ status: 204, body: undefined });
  return answer;
}
