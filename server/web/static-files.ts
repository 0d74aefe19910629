import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

const prefix = '/_next/static';

/**
 * Sends the files of the built pages, compressed by the build (docs/decisions/0019), and passes every other request to
 * `next`. File names change with their content, so browsers may cache them forever.
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
