import type { Declarations } from '@/lib/contracts/api/declarations';

/**
 * Checks an answer of the API against the declaration of its endpoint, in tests and in development. In production it
 * checks nothing, and the bundler leaves the declarations and zod out: it replaces NODE_ENV by its value.
 * @throws Error that names the endpoint, and where and how the answer differs
 */
export async function checkAnswer(name: keyof Declarations, answer: unknown): Promise<void> {
  if (process.env.NODE_ENV !== 'production') {
    const { declarations } = await import('@/lib/contracts/api/declarations');
    const { z } = await import('zod');
    const declaration = declarations[name];
    const result = ('reply' in declaration ? declaration.reply : z.undefined()).safeParse(answer);
    if (result.success) return;
    if ('replyToViewer' in declaration && declaration.replyToViewer.safeParse(answer).success) return;
    const { method, path } = declaration;
    const error = new Error(`${method} ${path} answers what it does not declare:\n${z.prettifyError(result.error)}`);
    // Screens show a failed call without its cause; this shows it in the console and the development overlay.
    globalThis.reportError?.(error);
    throw error;
  }
}
