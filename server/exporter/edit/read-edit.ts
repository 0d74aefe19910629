import { minOf } from '@/lib/core/extremes';
import { db } from '@/lib/platform/db/db';
import { readTallyChanges } from '@/lib/platform/db/read-tally-changes';
import type { RecordingExport } from '@/prisma/generated/client';
import { type Cut, type Edit, type EditMedia, makeEdit } from './edit';

/** The edit of an export's range, by the history of tally, with the event's marks. @param media its files. @param timeZone the event's */
export async function readEdit(row: RecordingExport, media: EditMedia[], timeZone: string): Promise<Edit> {
  const { eventId, endsAt } = row;
  const event = await db().event.findUniqueOrThrow({ where: { id: eventId }, select: { name: true } });
  const startsAt = new Date(minOf(media.map(({ startUs }) => startUs)) / 1_000);
  const marks = await db().eventMark.findMany({ where: { eventId, at: { gte: startsAt, lt: endsAt } } });
  const markers = marks.map(({ at, name }) => ({ atUs: at.getTime() * 1_000, text: name || 'Mark' }));
  return makeEdit(event.name, media, await readCuts(row, startsAt), markers, timeZone);
}

/** The cuts of an export's range, oldest first, and the one before it. @param startsAt where the range begins */
export async function readCuts({ eventId, endsAt }: RecordingExport, startsAt: Date): Promise<Cut[]> {
  const changes = await readTallyChanges(eventId, startsAt, endsAt);
  return changes.map(({ occurredAt, programIds }) => ({
    atUs: occurredAt.getTime() * 1_000,
    cameraIds: programIds,
  }));
}
