import { db } from '@/lib/platform/db/db';
import type { RecordedSrtConnection } from './recorded-srt-connection';

/** Notes a connection that was opened. Those of the stream's former gateways are over. */
export async function recordSrtConnection(streamId: string, session: RecordedSrtConnection): Promise<void> {
  const { gatewayId, socketId } = session;
  // In the order in which deleting a stream locks the two, so that they cannot block each other for ever.
  await db().$transaction([
    db().srtConnection.createMany({ data: { ...session, socketId: BigInt(socketId), streamId }, skipDuplicates: true }),
    db().srtConnection.deleteMany({ where: { streamId, NOT: { gatewayId } } }),
  ]);
}
