import { db } from '@/lib/platform/db/db';
import type { RecordedSrtConnection } from './recorded-srt-connection';

/** Forgets a connection that is over. */
export async function removeSrtConnection({ socketId, ...session }: RecordedSrtConnection): Promise<void> {
  await db().srtConnection.deleteMany({ where: { ...session, socketId: BigInt(socketId) } });
}
