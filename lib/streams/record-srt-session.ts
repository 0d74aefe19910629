import { db } from '@/lib/core/db';
import type { RecordedSrtSession } from './recorded-srt-session';

/** Notes a connection that was opened. Those of the stream's former gateways are over. */
export async function recordSrtSession(streamId: string, session: RecordedSrtSession): Promise<void> {
  const { gatewayId, socketId } = session;
  // In the order in which deleting a stream locks the two, so that they cannot block each other for ever.
  await db().$transaction([
    db().srtSession.createMany({ data: { ...session, socketId: BigInt(socketId), streamId }, skipDuplicates: true }),
    db().srtSession.deleteMany({ where: { streamId, NOT: { gatewayId } } }),
  ]);
}
