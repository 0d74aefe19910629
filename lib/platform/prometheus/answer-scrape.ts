import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

export const metricsPath = '/metrics';

/** Answers a request for {@link metricsPath}. */
export type AnswerScrape = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Answers only scrapes with the token: a server's figures are its operator's affair. */
export function scrapeAnswerer(registry: Registry, token: string): AnswerScrape {
  const expected = digest(`Bearer ${token}`);
  return async ({ headers }, response) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
  };
}
