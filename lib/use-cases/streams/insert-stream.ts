import type { FileSource } from '@/lib/contracts/file-source';
import { identityOf } from '@/lib/contracts/participants';
import { type SourceKind, sourceKinds } from '@/lib/contracts/source-kinds';
import { newId } from '@/lib/core/id';
import type { LatencyChoice } from '@/lib/core/srt-latency';
import type { Transaction } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { requireBelowLimit } from '@/lib/use-cases/accounts/require-below-limit';
import type { Event, Stream } from '@/prisma/generated/client';
import { pullColumns } from './pull-columns';
import { requireFirstOfKind } from './require-first-of-kind';
import { newStreamKey } from './stream-keys';

interface InsertedStream {
  organizationId: string;
  /** The event that it is added to, which says whether it records when on, and has its alarms. */
  event: Pick<Event, 'id' | 'recordsWhenOn' | 'alarms' | 'alarmsMutedUntil'>;
  name: string;
  sourceKind: SourceKind;
  /** A phone's browser. */
  sender?: string;
  /** Internet where nothing else is said. */
  latency?: LatencyChoice;
  /** Where the server pulls it from. */
  pullAddress?: string | undefined;
  /** The recording that plays as it. */
  file?: FileSource | undefined;
}

/**
 * Adds a stream, switched off, with keys of its own, for use cases that have asked.
 * @throws AppError `limit_reached`, `invalid_input`, `conflict` for a second one of a kind that an event has once
 */
export async function insertStream(tx: Transaction, stream: InsertedStream): Promise<Stream> {
  const { organizationId, event, name, sourceKind, sender, latency, pullAddress, file } = stream;
  const id = newId();
  await lockOrganization(tx, organizationId);
  requireBelowLimit('streams', await tx.stream.count({ where: { organizationId } }));
  await requireFirstOfKind(tx, event.id, sourceKind);
  return tx.stream.create({
    data: {
      id,
      organizationId,
      eventId: event.id,
      name,
      sourceKind,
      sender,
      latency,
      fileSource: file,
      ...(pullAddress === undefined ? {} : await pullColumns(tx, { id, organizationId }, pullAddress)),
      recordsWhenOn: event.recordsWhenOn,
      alarms: event.alarms ?? {},
      alarmsMutedUntil: event.alarmsMutedUntil,
      streamKey: newStreamKey(),
      viewKey: newStreamKey(),
      participantIdentity: identityOf(sourceKinds[sourceKind].publisher, { streamId: id }),
    },
  });
}
