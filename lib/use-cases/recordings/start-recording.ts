import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { record } from '@/lib/use-cases/audit/record';
import { streamNotFound } from '@/lib/use-cases/streams/get-stream';
import { beginRecording } from '@/lib/use-cases/streams/state/recording-state';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { Stream } from '@/prisma/generated/client';

/**
 * Records a stream that is on. Changes nothing where it is recorded already.
 * @throws AppError `not_found`; `conflict` where it is off, or this installation does not record
 */
export async function startRecording(actor: Actor, streamId: string): Promise<Stream> {
  authorize(actor, 'recordings.record');
  const { organizationId } = actor;
  recordingsFolder();
  const { stream, hasBegun } = await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM streams WHERE id = ${streamId}::uuid FOR UPDATE`;
    const stream = await tx.stream.findFirst({ where: { id: streamId, organizationId } });
    if (!stream) throw streamNotFound();
    if (stream.recordingId !== null) return { stream, hasBegun: false };
    if (!isWanted(stream.status)) throw new AppError('conflict', 'Switch the camera on first, then record it.');
    const data = await beginRecording(tx, stream);
    await record(
      actor,
      { action: 'recordings.record', thingType: 'stream', thingId: streamId, thingName: stream.name },
      tx,
    );
    return { stream: await tx.stream.update({ where: { id: streamId }, data }), hasBegun: true };
  });
  if (hasBegun) await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  return stream;
}
