import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { streamNotFound } from '@/lib/use-cases/streams/get-stream';
import { endRecording, notRecording } from '@/lib/use-cases/streams/state/recording-state';
import type { Stream } from '@/prisma/generated/client';

/** Records a stream no longer. Changes nothing where it is not recorded. @throws AppError `not_found` */
export async function stopRecording(actor: Actor, streamId: string): Promise<Stream> {
  authorize(actor, 'recordings.record');
  const { organizationId } = actor;
  const { stream, hasEnded } = await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM streams WHERE id = ${streamId}::uuid FOR UPDATE`;
    const stream = await tx.stream.findFirst({ where: { id: streamId, organizationId } });
    if (!stream) throw streamNotFound();
    if (stream.recordingId === null) return { stream, hasEnded: false };
    await endRecording(tx, stream);
    await record(
      actor,
      { action: 'recordings.stop', thingType: 'stream', thingId: streamId, thingName: stream.name },
      tx,
    );
    return { stream: await tx.stream.update({ where: { id: streamId }, data: notRecording }), hasEnded: true };
  });
  if (hasEnded) await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  return stream;
}
