import type { FileSource } from '@/lib/contracts/file-source';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import type { LatencyChoice } from '@/lib/core/srt-latency';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { eventNotFound, getEvent } from '@/lib/use-cases/events/get-event';
import { Prisma, type Stream } from '@/prisma/generated/client';
import { insertStream } from './insert-stream';
import { requirePlayable } from './require-playable';

interface NewStream {
  name: string;
  eventId: string;
  /** SRT where nothing else is said. */
  sourceKind?: SourceKind;
  /** Internet where nothing else is said. */
  latency?: LatencyChoice;
  /** Where the server pulls it from. */
  pullAddress?: string | undefined;
  /** The recording that plays as it. */
  file?: FileSource | undefined;
}

/**
 * Adds a stream to an event, switched off, with keys of its own. It begins with the event's alarms.
 * @throws AppError `not_found` for the event or the recording, `limit_reached`; `invalid_input` for an address or a
 *   recording that may not be used
 */
export const createStream = defineUseCase(
  { action: 'streams.create', audit: 'streams.create' },
  async (
    { actor, record },
    { name, eventId, sourceKind = 'srt', latency, pullAddress, file }: NewStream,
  ): Promise<Stream> => {
    const { organizationId } = actor;
    const event = await getEvent(actor, eventId);
    const recording = file && (await requirePlayable(organizationId, file));
    const stream = await db()
      .$transaction(async (tx) => {
        const camera = { organizationId, event, name, sourceKind, latency, pullAddress, file };
        const stream = await insertStream(tx, camera);
        const { id, pullAddress: shown } = stream;
        const played = recording && `which plays a recording of ${recording.cameraName}`;
        await record(tx, { id, name, detail: shown === null ? played : `pulled from ${shown}` });
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
