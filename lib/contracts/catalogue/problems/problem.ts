import type { z } from 'zod';
import type { Finding } from '../../streams';
import { type Entry, entry } from '../entry';

/** The text of a problem: the problem and its meaning, the fix, and the setting that does it. */
export type ProblemWords = Pick<Finding, 'sentence' | 'fix' | 'settings'>;

/** A problem whose words depend on figures. */
export const problem = <Shape extends z.ZodRawShape>(
  shape: Shape,
  words: (figures: z.infer<z.ZodObject<Shape>>) => ProblemWords,
): Entry<z.infer<z.ZodObject<Shape>>, ProblemWords> => entry(shape, words);

/** A problem whose words are always the same. */
export const plainProblem = (words: ProblemWords): Entry<Record<string, never>, ProblemWords> => entry({}, () => words);
