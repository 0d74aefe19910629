import type { StreamJson } from '@/lib/contracts/streams';
import { urgencyOf } from './trouble';

/** Whether a camera is of a kind. */
export const isOfKind = {
  trouble: ({ attributes }: StreamJson): boolean => urgencyOf(attributes) <= 2,
  live: ({ attributes: { status, signal } }: StreamJson): boolean => status === 'active' && signal === 'live',
  off: ({ attributes: { status } }: StreamJson): boolean => status === 'idle' || status === 'stopped',
};

/** From this many cameras on, an event's pages offer a search, and those that are off are small. */
export const manyCameras = 12;
