import type { TallyChange } from '@/prisma/generated/client';
import { db } from './db';

/**
 * The changes of an event's tally within a time, oldest first. The one before them comes first: it says what was on air at
 * the beginning.
 */
export async function readTallyChanges(eventId: string, from: Date, to: Date): Promise<TallyChange[]> {
  const [before, within] = await Promise.all([
    db().tallyChange.findFirst({
      where: { eventId, occurredAt: { lt: from } },
      orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
    }),
    db().tallyChange.findMany({
      where: { eventId, occurredAt: { gte: from, lt: to } },
      orderBy: [{ occurredAt: 'asc' }, { id: 'asc' }],
    }),
  ]);
  return before ? [before, ...within] : within;
}
