import type { BrowserContext, Response } from '@playwright/test';
import { z } from 'zod';
import { declarations } from '@/lib/contracts/api/declarations';
import type { Declaration } from '@/lib/contracts/api/declare';

const apiPath = '/api/v1';
const all: Declaration[] = Object.values(declarations);

/**
 * Compares every successful API answer that a context's pages receive from now on with its endpoint's declaration. The
 * production build does not check answers itself.
 * @param expected the differences that count as none
 * @returns a function that waits for the answers under way and returns what differs, a sentence each
 */
export function collectAnswerFaults(context: BrowserContext, expected: RegExp | null): () => Promise<string[]> {
  const checks: Promise<string | null>[] = [];
  context.on('response', (response) => checks.push(checkAnswer(response)));
  return async () =>
    (await Promise.all(checks)).filter((fault) => fault !== null).filter((fault) => !expected?.test(fault));
}

/** @returns what differs, or null where nothing does or the page went away before the answer was read */
async function checkAnswer(response: Response): Promise<string | null> {
  const { pathname } = new URL(response.url());
  if (!pathname.startsWith(`${apiPath}/`) || !response.ok()) return null;
  const method = response.request().method();
  const declaration = all.find(
    ({ method: declared, path }) => declared === method && matches(path, pathname.slice(apiPath.length)),
  );
  if (!declaration) return `${method} ${pathname} is answered and not declared`;
  if (!declaration.reply) return response.status() === 204 ? null : `${method} ${pathname} answers a body`;
  const body = await response.json().catch(() => null);
  if (body === null) return null;
  const result = declaration.reply.safeParse(body);
  if (declaration.replyToViewer?.safeParse(body).success) return null;
  return result.success
    ? null
    : `${method} ${declaration.path} answers what it does not declare:\n${z.prettifyError(result.error)}`;
}

/** Whether a path fits one with placeholders such as {id}. */
function matches(declared: string, path: string): boolean {
  const parts = declared.split('/');
  const given = path.split('/');
  return parts.length === given.length && parts.every((part, index) => part.startsWith('{') || part === given[index]);
}
