import { ApiError, apiErrorFrom } from './api-error';
import { tokenStore } from './token-store';

const basePath = '/api/v1';
const timeoutMs = 15_000;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * One call of the API, as the signed-in user. A 401 to a call that carried a token ends the session.
 * @param path below /api/v1, with its query
 * @returns the parsed answer; undefined where there is none (204)
 * @throws ApiError for every failure: refused (its status), unreachable or too slow (status 0)
 */
export async function api<Answer>(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<Answer> {
  const token = tokenStore.get();
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(basePath + path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    const text = await response.text();
    if (response.ok) return (text ? JSON.parse(text) : undefined) as Answer;
    if (response.status === 401 && token) tokenStore.drop(token);
    throw apiErrorFrom(response.status, parseOrNull(text));
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw deadline.aborted
      ? new ApiError(0, 'The server did not answer in time.', 'timeout', undefined, { cause: error })
      : new ApiError(0, 'The server cannot be reached.', 'network', undefined, { cause: error });
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An error page of something between us and the server; its status alone tells what happened.
    return null;
  }
}
