import type { SourceKind } from '@/lib/contracts/source-kinds';
import type { LatencyChoice } from '@/lib/core/srt-latency';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
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
  /** Where the server pulls it from. */
  pullAddress?: string | undefined;
}

/**
 * Adds a stream to an event, switched off, with keys of its own. It begins with the event's alarms.
 * @throws AppError `not_found` for the event, `limit_reached`, `invalid_input` for an address that may not be pulled
 */
export const createStream = defineUseCase(
  { action: 'streams.create', audit: 'streams.create' },
  async (
    { actor, record },
    { name, eventId, sourceKind = 'srt', latency, pullAddress }: NewStream,
  ): Promise<Stream> => {
    const { organizationId } = actor;
    const event = await getEvent(actor, eventId);
    const stream = await db()
      .$transaction(async (tx) => {
        const stream = await insertStream(tx, { organizationId, event, name, sourceKind, latency, pullAddress });
        const { id, pullAddress: shown } = stream;
        await record(tx, { id, name, detail: shown === null ? undefined : `pulled from ${shown}` });
        return stream;
      })
      .catch((error: unknown) => {
        const isEventGone = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003';
        throw isEventGone ? eventNotFound(error) : error;
      });
    await openBus().publish({ type: 'stream_upsert', organizationId, streamId: stream.id, isNew: true });
    return stream;
  },
);
