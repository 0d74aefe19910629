import type { Address } from '@/lib/contracts/api/addresses';
import type { Declaration } from '@/lib/contracts/api/declare';

/**
 * Checks an answer of the API against the declaration of its endpoint, in tests and in development. In production it
 * checks nothing, and the bundler leaves the declarations and zod out: it replaces NODE_ENV by its value.
 * @throws Error that names the endpoint, and where and how the answer differs
 */
export async function checkAnswer(address: Address, answer: unknown): Promise<void> {
  if (process.env.NODE_ENV !== 'production') {
    const { declarations } = await import('@/lib/contracts/api/declarations');
    const { z } = await import('zod');
    const all: Declaration[] = Object.values(declarations);
    const declaration = all.find(({ method, path }) => `${method} ${path}` === address);
    const result = (declaration?.reply ?? z.undefined()).safeParse(answer);
    if (result.success) return;
    if (declaration?.replyToViewer?.safeParse(answer).success) return;
    const error = new Error(`${address} answers what it does not declare:\n${z.prettifyError(result.error)}`);
    // Screens show a failed call without its cause; this shows it in the console and the development overlay.
    globalThis.reportError?.(error);
    throw error;
  }
}
