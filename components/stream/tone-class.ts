import type { StateTone } from './stream-words';

/** The color of a state's word and shape. */
export const toneClass: Record<StateTone, string> = {
  live: 'text-live',
  degraded: 'text-pending',
  pending: 'text-pending',
  failed: 'text-failed',
  off: 'text-faint',
  unknown: 'text-faint',
};
