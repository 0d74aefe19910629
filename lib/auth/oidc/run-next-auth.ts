import type { NextApiRequest, NextApiResponse } from 'next';
import type { NextAuthOptions } from 'next-auth';

/** A call to next-auth. */
export interface NextAuthCall {
  method: 'GET' | 'POST';
  /** Its action, and the provider that it is about: the path below /api/auth. */
  path: string[];
  query?: Record<string, string>;
  body?: Record<string, string>;
  cookies?: Record<string, string>;
}

export interface NextAuthAnswer {
  /** Where it sends the browser; null where it does not. */
  location: string | null;
  /** Its Set-Cookie headers. */
  cookies: string[];
  body: unknown;
}

/**
 * Has next-auth answer one call, through its handler for Next's older API routes. The newer handler reads cookies from
 * Next's own context: they could not be filtered, and it could not be tested without Next.
 */
export async function runNextAuth(options: NextAuthOptions, call: NextAuthCall): Promise<NextAuthAnswer> {
  const { method, path, query = {}, body = {}, cookies = {} } = call;
  const headers = new Map<string, string | string[]>();
  let answered: unknown = null;
  const answer = (content?: unknown) => {
    answered = content ?? null;
  };
  const response = {
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader: (name: string, value: string | string[]) => {
      headers.set(name.toLowerCase(), value);
      return response;
    },
    status: () => response,
    json: answer,
    send: answer,
    end: answer,
  };
  const request = { method, query: Object.assign({}, query, { nextauth: path }), body, cookies, headers: {} };
  // Loaded on the first single sign-on, because many servers have none.
  const { default: NextAuth } = await import('next-auth');
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  const location = headers.get('location');
  return {
    location: typeof location === 'string' ? location : null,
    cookies: [headers.get('set-cookie') ?? []].flat(),
    body: answered,
  };
}
