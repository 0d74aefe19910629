import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { streamNotFound } from '@/lib/use-cases/streams/get-stream';
import type { Prisma, Stream } from '@/prisma/generated/client';

/**
 * Begins or ends the recording of a stream of this organization, and announces that.
 * @param change called with the locked row; returns what to write into it, or null if nothing changes
 * @throws AppError `not_found`
 */
export async function changeRecording(
  organizationId: string,
  streamId: string,
  change: (tx: Transaction, stream: Stream) => Promise<Prisma.StreamUpdateInput | null>,
): Promise<Stream> {
  const { stream, hasChanged } = await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM streams WHERE id = ${streamId}::uuid FOR UPDATE`;
    const stream = await tx.stream.findFirst({ where: { id: streamId, organizationId } });
    if (!stream) throw streamNotFound();
    const data = await change(tx, stream);
    if (!data) return { stream, hasChanged: false };
    return { stream: await tx.stream.update({ where: { id: streamId }, data }), hasChanged: true };
  });
  if (hasChanged) await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  return stream;
}
