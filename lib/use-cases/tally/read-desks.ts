import type { ProgramDesk } from '@/lib/core/tally';
import type { Transaction } from '@/lib/platform/db/db';

/** The desks of an organization's events that are cut in Sightline, by event. @param eventIds limits them to these events */
export async function readDesks(
  tx: Pick<Transaction, 'programDesk' | 'stream'>,
  organizationId: string,
  eventIds?: string[],
): Promise<Map<string, ProgramDesk>> {
  const desks = await tx.programDesk.findMany({ where: { organizationId, eventId: eventIds && { in: eventIds } } });
  if (desks.length === 0) return new Map();
  const cameras = await tx.stream.findMany({
    where: { eventId: { in: desks.map(({ eventId }) => eventId) }, sourceKind: { not: 'program' } },
    orderBy: { id: 'asc' },
    select: { id: true, eventId: true },
  });
  return new Map(
    desks.map(({ eventId, programId, previewId }) => {
      const cameraIds = cameras.flatMap((camera) => (camera.eventId === eventId ? camera.id : []));
      return [eventId, { programId, previewId, cameraIds }];
    }),
  );
}
