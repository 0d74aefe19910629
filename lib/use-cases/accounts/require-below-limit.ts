import { limitReached } from '@/lib/core/limit-reached';
import { webEnv } from '@/lib/platform/env/web-env';

const number = new Intl.NumberFormat('en');

/** Limits of each organization: the server's setting, and the sentence at the limit. */
const limits = {
  events: {
    setting: 'ORGANIZATION_MAX_EVENTS',
    sentence: (max: string) =>
      `Your organization has ${max} events, as many as it may have: delete one to add another.`,
  },
  streams: {
    setting: 'ORGANIZATION_MAX_STREAMS',
    sentence: (max: string) =>
      `Your organization has ${max} streams, as many as it may have: delete one to add another.`,
  },
  streamsOn: {
    setting: 'ORGANIZATION_MAX_STREAMS_ON',
    sentence: (max: string) =>
      `Your organization has ${max} streams on, as many as it may have: turn one off to turn on another.`,
  },
} as const;

/**
 * Refuses one more of something if an organization is at its limit. The caller has counted under a lock, so that two
 * at the same time cannot exceed the limit.
 * @param count how many there are
 * @throws AppError `limit_reached`, with the sentence in its details as well, because forms show those
 */
export function requireBelowLimit(what: keyof typeof limits, count: number): void {
  const { setting, sentence } = limits[what];
  const max = webEnv()[setting];
  if (count < max) return;
  throw limitReached(sentence(number.format(max)));
}
