import type { TallyState } from '@/lib/core/tally';

/** A camera's tally in a word; null where there is nothing to say. */
export const tallyWords: Record<TallyState, string | null> = {
  program: 'On air',
  preview: 'Next',
  off: null,
  unknown: 'Tally unknown',
};
