import { storedCutsSchema } from '@/lib/contracts/edits';
import { maxOf, minOf } from '@/lib/core/extremes';
import { broadcastRates, isBroadcastRate } from '@/lib/core/frame-rate';
import { db } from '@/lib/platform/db/db';
import { readTallyChanges } from '@/lib/platform/db/read-tally-changes';
import type { EventMark, RecordingExport } from '@/prisma/generated/client';
import { type Cut, type Edit, type EditMedia, makeEdit } from './edit';

/** The edit of an export's files, by the history of tally, with the event's marks and comments. @param timeZone the event's */
export async function readEdit(row: RecordingExport, media: EditMedia[], timeZone: string): Promise<Edit> {
  const { eventId, frameRate } = row;
  const event = await db().event.findUniqueOrThrow({ where: { id: eventId }, select: { name: true } });
  const startsAt = new Date(minOf(media.map(({ startUs }) => startUs)) / 1_000);
  const endsAt = new Date(maxOf(media.map(({ startUs, durationUs }) => startUs + durationUs)) / 1_000);
  const marks = await readMarks(eventId, startsAt, endsAt);
  const comments = await db().eventComment.findMany({
    where: { eventId, parentId: null, at: { gte: startsAt, lt: endsAt } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
  const markers = [
    ...marks.map(({ at, name }) => ({ atUs: at.getTime() * 1_000, text: name || 'Mark' })),
    // A line break would end the marker of an EDL.
    ...comments.map(({ at, author, text }) => ({
      atUs: at.getTime() * 1_000,
      text: `${author}: ${text}`.replaceAll(/\s+/g, ' '),
    })),
  ].toSorted((one, other) => one.atUs - other.atUs);
  const rate = frameRate !== null && isBroadcastRate(frameRate) ? broadcastRates[frameRate] : undefined;
  return makeEdit(event.name, media, await readCuts(row, startsAt, endsAt), markers, timeZone, rate);
}

/** The marks of a range, oldest first. */
export const readMarks = (eventId: string, startsAt: Date, endsAt: Date): Promise<EventMark[]> =>
  db().eventMark.findMany({
    where: { eventId, at: { gte: startsAt, lt: endsAt } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });

/** The cuts of an export's range, oldest first, and the one before it: those of its edit, or of tally. */
export async function readCuts(
  { eventId, cuts }: Pick<RecordingExport, 'eventId' | 'cuts'>,
  startsAt: Date,
  endsAt: Date,
): Promise<Cut[]> {
  if (cuts !== null) {
    return storedCutsSchema.parse(cuts).map(({ at, stream_id: cameraId }) => ({
      atUs: Date.parse(at) * 1_000,
      cameraIds: cameraId === null ? [] : [cameraId],
    }));
  }
  const changes = await readTallyChanges(eventId, startsAt, endsAt);
  return changes.map(({ occurredAt, programIds }) => ({
    atUs: occurredAt.getTime() * 1_000,
    cameraIds: programIds,
  }));
}
