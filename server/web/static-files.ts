import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

const prefix = '/_next/static';

/**
 * Hands out the files of the built pages as the build compressed them (see docs/decisions/0019), and leaves every other
 * request to `next`. Their names change with their content, so browsers may keep them for ever.
 */
export function staticFiles(): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const send = sirv('.next/static', { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 });
  return (request, response, next) => {
    const { url } = request;
    if (!url?.startsWith(`${prefix}/`)) return next();
    request.url = url.slice(prefix.length);
    send(request, response, () => {
      request.url = url;
      next();
    });
  };
}
