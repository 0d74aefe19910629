import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { SourceKind } from '@/lib/contracts/streams';
import type { LatencyChoice } from '@/lib/core/srt-latency';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { eventNotFound, getEvent } from '@/lib/use-cases/events/get-event';
import { Prisma, type Stream } from '@/prisma/generated/client';
import { insertStream } from './insert-stream';

interface NewStream {
  name: string;
  eventId: string;
  /** SRT where nothing else is said. */
  sourceKind?: SourceKind;
  /** Internet where nothing else is said. */
  latency?: LatencyChoice;
}

/**
 * Adds a stream to an event, switched off, with keys of its own. It begins with the event's alarms.
 * @throws AppError `not_found` for the event, `limit_reached`
 */
export async function createStream(
  actor: Actor,
  { name, eventId, sourceKind = 'srt', latency }: NewStream,
): Promise<Stream> {
  authorize(actor, 'streams.create');
  const { organizationId } = actor;
  const event = await getEvent(actor, eventId);
  const stream = await db()
    .$transaction(async (tx) => {
      const stream = await insertStream(tx, { organizationId, event, name, sourceKind, latency });
      const { id: thingId } = stream;
      await record(actor, { action: 'streams.create', thingType: 'stream', thingId, thingName: name }, tx);
      return stream;
    })
    .catch((error: unknown) => {
      const isEventGone = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003';
      throw isEventGone ? eventNotFound(error) : error;
    });
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId: stream.id, isNew: true });
  return stream;
}
