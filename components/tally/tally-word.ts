import { lookUp } from '@/lib/core/look-up';
import type { TallyState } from '@/lib/core/tally';

const words: Record<TallyState, string | null> = {
  program: 'On air',
  preview: 'Next',
  off: null,
  unknown: 'Tally unknown',
};

/** A camera's tally in a word, one that this page does not know as it is; null where there is nothing to say. */
export function tallyWord(tally: TallyState): string | null {
  const word = lookUp(words, tally);
  return word === undefined ? tally : word;
}
