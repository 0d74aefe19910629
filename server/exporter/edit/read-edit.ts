import { db } from '@/lib/platform/db/db';
import type { RecordingExport } from '@/prisma/generated/client';
import { type Edit, type EditMedia, makeEdit } from './edit';

/** The edit of an export's range, by the history of tally, with the event's marks. @param media its files */
export async function readEdit({ eventId, endsAt }: RecordingExport, media: EditMedia[]): Promise<Edit> {
  const event = await db().event.findUniqueOrThrow({ where: { id: eventId }, select: { name: true } });
  const startsAt = new Date(Math.min(...media.map(({ startUs }) => startUs)) / 1_000);
  const oldestFirst = { occurredAt: 'asc' } as const;
  const before = await db().tallyChange.findFirst({
    where: { eventId, occurredAt: { lt: startsAt } },
    orderBy: { occurredAt: 'desc' },
  });
  const within = await db().tallyChange.findMany({
    where: { eventId, occurredAt: { gte: startsAt, lt: endsAt } },
    orderBy: oldestFirst,
  });
  const marks = await db().eventMark.findMany({ where: { eventId, at: { gte: startsAt, lt: endsAt } } });
  const cuts = [...(before ? [before] : []), ...within].map(({ occurredAt, programIds }) => ({
    atUs: occurredAt.getTime() * 1_000,
    cameraIds: programIds,
  }));
  const markers = marks.map(({ at, name }) => ({ atUs: at.getTime() * 1_000, text: name || 'Mark' }));
  return makeEdit(event.name, media, cuts, markers);
}
