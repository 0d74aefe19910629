import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { streamNotFound } from './get-stream';
import { endRecording } from './state/recording-state';

/** Deletes a stream, whatever its status, and announces it, so that its gateway ends its worker. @throws AppError `not_found` */
export const deleteStream = defineUseCase(
  { action: 'streams.delete', audit: 'streams.delete' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { organizationId } = actor;
    await db().$transaction(async (tx) => {
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
