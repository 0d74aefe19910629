import type { IncomingMessage } from 'node:http';

/** A name or an address, with or without a port (RFC 9110, 7.2). */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Converts a request's target to origin-form (`/path?query`), and takes the host from the target if that names one (RFC
 * 9112, 3.2.2).
 * @returns false when target or host are malformed; Next would often answer with an internal error
 */
export function readRequestTarget(request: IncomingMessage): boolean {
  const { headers } = request;
  if (/^https?:/i.test(request.url ?? '')) {
    if (!URL.canParse(request.url ?? '')) return false;
    const { host, pathname, search } = new URL(request.url ?? '');
    headers.host = host;
    request.url = pathname + search;
  }
  return isOriginForm(request.url ?? '') && (headers.host === undefined || hostPattern.test(headers.host));
}

/** Whether a target is a path, with or without a query, with valid percent-encoding. The API looks up no files. */
function isOriginForm(target: string): boolean {
  const [path = ''] = target.split('?');
  if (!path.startsWith('/')) return false;
  try {
    return !decodeURIComponent(path).includes('\0') || path.startsWith('/api/');
  } catch {
    return false;
  }
}
