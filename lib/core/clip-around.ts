import type { Stretch } from './stretch.ts';

/** How much of a clip lies before a mark, and how much after it: people press a moment late. */
const clipBeforeMs = 10_000;
const clipAfterMs = 5_000;

/** The clip around a mark. @param atMs milliseconds since 1970 */
export const clipAround = (atMs: number): Stretch => ({ startMs: atMs - clipBeforeMs, endMs: atMs + clipAfterMs });
