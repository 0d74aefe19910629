import { log } from '@/lib/platform/log';
import { loggedPath } from './logged-path';

export interface Redirect {
  /** On this server, or at the identity provider. */
  location: string;
  /** Set-Cookie headers. */
  cookies: string[];
}

/**
 * Answers a browser that opens an address, and is to go on elsewhere whatever happens: there is nobody who reads an error
 * in our format. Logs one line, without the query.
 * @param otherwise where to go on after an error, which is logged
 */
export async function redirectBrowser(
  request: Request,
  find: () => Promise<Redirect>,
  otherwise: string,
): Promise<Response> {
  const { location, cookies } = await find().catch((error: unknown): Redirect => {
    log.error({ err: error }, 'request failed');
    return { location: otherwise, cookies: [] };
  });
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  log.info({ method: request.method, path: loggedPath(request.url), status: 303 }, 'request');
  return new Response(null, { status: 303, headers });
}
