import { diskSpace } from '@/lib/contracts/disk-space';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { requireNotPaused } from '@/lib/platform/db/installation';
import { requireRecordingStorage } from '@/lib/platform/storage/recording-store';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { requireRecordingInPlan } from '@/lib/use-cases/plans/plan-limits';
import { lockStream } from '@/lib/use-cases/streams/lock-stream';
import { beginRecording, endRecording, notRecording } from '@/lib/use-cases/streams/state/recording-state';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { Prisma, Stream } from '@/prisma/generated/client';

/**
 * Records a stream that is on. Changes nothing where it is recorded already.
 * @throws AppError `not_found`; `limit_reached`; `conflict` where it is off, its disk is full, or this installation does not record, or is paused
 */
export const startRecording = defineUseCase(
  { action: 'recordings.record', audit: 'recordings.record' },
  async ({ actor, record }, streamId: string): Promise<Stream> => {
    requireRecordingStorage();
    return changeRecording(actor.organizationId, streamId, async (tx, stream) => {
      if (stream.recordingId !== null) return null;
      if (!isWanted(stream.status)) throw new AppError('conflict', 'Switch the camera on first, then record it.');
      await requireNotPaused('Recording', tx);
      await requireDiskSpace(tx, [stream]);
      await requireRecordingInPlan(tx, actor.organizationId);
      const { name } = stream;
      await record(tx, { id: streamId, name });
      return beginRecording(tx, stream);
    });
  },
);

/** Records a stream no longer. Changes nothing where it is not recorded. @throws AppError `not_found` */
export const stopRecording = defineUseCase(
  { action: 'recordings.record', audit: 'recordings.stop' },
  async ({ actor, record }, streamId: string): Promise<Stream> => {
    return changeRecording(actor.organizationId, streamId, async (tx, stream) => {
      if (stream.recordingId === null) return null;
      const { name } = stream;
      await record(tx, { id: streamId, name });
      await endRecording(tx, stream);
      return notRecording;
    });
  },
);

/**
 * Begins or ends the recording of a stream of this organization, and announces that.
 * @param change called with the locked row; returns what to write into it, or null if nothing changes
 * @throws AppError `not_found`
 */
async function changeRecording(
  organizationId: string,
  streamId: string,
  change: (tx: Transaction, stream: Stream) => Promise<Prisma.StreamUpdateInput | null>,
): Promise<Stream> {
  const { stream, hasChanged } = await db().$transaction(async (tx) => {
    const stream = await lockStream(tx, organizationId, streamId);
    const data = await change(tx, stream);
    if (!data) return { stream, hasChanged: false };
    return { stream: await tx.stream.update({ where: { id: streamId }, data }), hasChanged: true };
  });
  if (hasChanged) await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  return stream;
}

/**
 * Refuses recordings whose gateways have too little space for them.
 * @throws AppError `conflict`
 */
export async function requireDiskSpace(tx: Transaction, streams: Pick<Stream, 'leaseOwner'>[]): Promise<void> {
  const gatewayIds = streams.flatMap(({ leaseOwner }) => leaseOwner ?? []);
  const isFull = await tx.gateway.findFirst({
    where: { id: { in: gatewayIds }, recordingsFreePercent: { lt: diskSpace.minPercent } },
    select: { id: true },
  });
  if (!isFull) return;
  const { minPercent } = diskSpace;
  const sentence = `Less than ${minPercent} % of the recordings’ disk is free. Delete recordings or free some space, then record.`;
  throw new AppError('conflict', sentence);
}
