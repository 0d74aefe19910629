import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { identityOf, publisherKinds } from '@/lib/contracts/participants';
import type { SourceKind } from '@/lib/contracts/streams';
import { newId } from '@/lib/core/id';
import type { LatencyChoice } from '@/lib/core/srt-latency';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { requireBelowLimit } from '@/lib/use-cases/accounts/require-below-limit';
import { record } from '@/lib/use-cases/audit/record';
import { eventNotFound, getEvent } from '@/lib/use-cases/events/get-event';
import { Prisma, type Stream } from '@/prisma/generated/client';
import { newStreamKey } from './new-stream-key';

interface NewStream {
  name: string;
  eventId: string;
  /** SRT where nothing else is said. */
  sourceKind?: SourceKind;
  /** Internet where nothing else is said. */
  latency?: LatencyChoice;
}

/**
 * Adds a stream to an event, switched off, with keys of its own. The event says whether it records when on.
 * @throws AppError `not_found` for the event, `limit_reached`
 */
export async function createStream(
  actor: Actor,
  { name, eventId, sourceKind = 'srt', latency }: NewStream,
): Promise<Stream> {
  authorize(actor, 'streams.create');
  const { organizationId } = actor;
  const { recordsWhenOn } = await getEvent(actor, eventId);
  const id = newId();
  const data = {
    id,
    organizationId,
    eventId,
    name,
    sourceKind,
    latency,
    recordsWhenOn,
    streamKey: newStreamKey(),
    viewKey: newStreamKey(),
    participantIdentity: identityOf(publisherKinds[sourceKind], { streamId: id }),
  };
  const stream = await db()
    .$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      requireBelowLimit('streams', await tx.stream.count({ where: { organizationId } }));
      const stream = await tx.stream.create({ data });
      await record(actor, { action: 'streams.create', thingType: 'stream', thingId: id, thingName: name }, tx);
      return stream;
    })
    .catch((error: unknown) => {
      const isEventGone = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003';
      throw isEventGone ? eventNotFound(error) : error;
    });
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id, isNew: true });
  return stream;
}
