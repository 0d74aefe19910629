import { AppError } from '@/lib/core/errors';
import type { Event } from '@/prisma/generated/client';

/** Converts a time of the API for the database. Undefined stays undefined: no change. */
export const dateOf = (time: string | null | undefined): Date | null | undefined =>
  typeof time === 'string' ? new Date(time) : time;

/** @throws AppError `invalid_input` where an event would end before it starts, or as it starts */
export function requireOrder({ startsAt, endsAt }: Partial<Pick<Event, 'startsAt' | 'endsAt'>>): void {
  if (!startsAt || !endsAt || endsAt > startsAt) return;
  const sentence = 'The end must be after the start.';
  throw new AppError('invalid_input', sentence, { details: { 'event.ends_at': [sentence] } });
}
