import type { TallyState } from '@/lib/core/tally';

/**
 * The frame of a camera's tally, for an element with a border. On air is twice as wide as next, so that the two differ
 * without color, too.
 */
export const tallyFrameClass: Record<TallyState, string | null> = {
  program: 'border-program border-[length:calc(2*var(--frame-width))]',
  preview: 'border-preview border-[length:var(--frame-width)]',
  off: null,
  unknown: null,
};
