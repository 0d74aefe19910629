import { db } from '@/lib/core/db';
import type { RecordedSrtSession } from './recorded-srt-session';

/** Forgets a connection that is over. */
export async function removeSrtSession({ socketId, ...session }: RecordedSrtSession): Promise<void> {
  await db().srtSession.deleteMany({ where: { ...session, socketId: BigInt(socketId) } });
}
