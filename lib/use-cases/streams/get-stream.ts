import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { Stream } from '@/prisma/generated/client';

/** One stream of the actor's organization. @throws AppError `not_found` */
export const getStream = defineUseCase({ action: 'streams.read' }, async ({ actor }, id: string): Promise<Stream> => {
  const stream = await db().stream.findFirst({ where: { id, organizationId: actor.organizationId } });
  if (!stream) throw streamNotFound();
  return stream;
});

/** The one error for a stream that does not exist or belongs to another organization. */
export const streamNotFound = () => new AppError('not_found', 'This stream does not exist.');

interface Options extends PageRequest {
  /** Limits the list to the streams of this event. */
  eventId?: string | undefined;
}

/** A page of the streams of the actor's organization, oldest first. @throws AppError `not_found` for an unknown event */
export const listStreams = defineUseCase(
  { action: 'streams.read' },
  async ({ actor }, { eventId, ...request }: Options): Promise<Page<Stream>> => {
    if (eventId) await getEvent(actor, eventId);
    const page = pageByTime('createdAt', 'asc', request);
    return page.read({ organizationId: actor.organizationId, eventId }, (query) => db().stream.findMany(query));
  },
);

/**
 * Streams of one organization, oldest first, for callers that have asked the policy.
 * @param options.ids limits the rows to these; ids of other organizations are left out
 * @param options.limit how many rows at most
 */
export const readStreams = defineSystem(
  'the cable asks the policy when somebody subscribes',
  async (organizationId: string, { ids, limit }: { ids?: string[]; limit?: number }): Promise<Stream[]> => {
    return db().stream.findMany({
      where: { organizationId, id: ids && { in: ids } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: limit,
    });
  },
);

/** The last picture of a stream's camera, as a JPEG. @throws AppError `not_found`, also while none is kept */
export const getStill = defineUseCase(
  { action: 'streams.read' },
  async ({ actor }, streamId: string): Promise<{ takenAt: Date; jpeg: Uint8Array }> => {
    const { stillAt: takenAt } = await getStream(actor, streamId);
    const still = takenAt && (await db().streamStill.findUnique({ where: { streamId } }));
    if (!still) throw new AppError('not_found', 'No picture of this camera is kept yet.');
    return { takenAt, jpeg: still.jpeg };
  },
);
