import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { streamNotFound } from './get-stream';
import { endRecording } from './state/recording-state';

/** Deletes a stream, whatever its status, and announces it, so that its gateway ends its worker. @throws AppError `not_found` */
export async function deleteStream(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'streams.delete');
  const { organizationId } = actor;
  await db().$transaction(async (tx) => {
    const stream = await tx.stream.findFirst({
      where: { id, organizationId },
      select: { name: true, recordingId: true },
    });
    if (stream) await endRecording(tx, stream);
    const { count } = await tx.stream.deleteMany({ where: { id, organizationId } });
    if (!stream || count === 0) throw streamNotFound();
    await record(actor, { action: 'streams.delete', thingType: 'stream', thingId: id, thingName: stream.name }, tx);
  });
  await openBus().publish({ type: 'stream_remove', organizationId, streamId: id });
}
