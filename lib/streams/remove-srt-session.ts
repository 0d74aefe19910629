import { db } from '@/lib/core/db';
import type { SrtSession } from './srt-session';

/** Forgets a connection that is over. */
export async function removeSrtSession({ socketId, ...session }: SrtSession): Promise<void> {
  await db().srtSession.deleteMany({ where: { ...session, socketId: BigInt(socketId) } });
}
