import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { streamNotFound } from './get-stream';
import { endRecording } from './state/recording-state';

/** Deletes a stream, whatever its status, and announces it, so that its gateway ends its worker. @throws AppError `not_found` */
export const deleteStream = defineUseCase(
  { action: 'streams.delete', audit: 'streams.delete' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { organizationId } = actor;
    await db().$transaction(async (tx) => {
      // Before the stream, in the order in which a phone that joins locks them.
      await givePlaceBack(tx, organizationId, id);
      const stream = await tx.stream.findFirst({
        where: { id, organizationId },
        select: { name: true, recordingId: true },
      });
      if (stream) await endRecording(tx, stream);
      const { count } = await tx.stream.deleteMany({ where: { id, organizationId } });
      if (!stream || count === 0) throw streamNotFound();
      await record(tx, { id, name: stream.name });
    });
    await openBus().publish({ type: 'stream_remove', organizationId, streamId: id });
  },
);

/** Gives the place of a phone whose camera is deleted back to its invite, so that another phone can take it. */
async function givePlaceBack(tx: Transaction, organizationId: string, streamId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE camera_invites SET uses = uses - 1 FROM phones
    WHERE phones.invite_id = camera_invites.id AND phones.stream_id = ${streamId}::uuid
      AND phones.organization_id = ${organizationId}::uuid AND uses > 0`;
}
