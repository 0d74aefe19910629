import { db } from '@/lib/core/db';
import type { RecordedSrtSession } from './recorded-srt-session';

/** Forgets all connections of a gateway. @returns those that were left over, for it to tell their callers */
export async function takeSrtSessions(gatewayId: string): Promise<RecordedSrtSession[]> {
  const sessions = await db().$queryRaw<(Omit<RecordedSrtSession, 'socketId'> & { socketId: bigint })[]>`
    DELETE FROM srt_sessions
    WHERE gateway_id = ${gatewayId}
    RETURNING gateway_id AS "gatewayId", local_port AS "localPort", remote_address AS "remoteAddress",
      remote_port AS "remotePort", socket_id AS "socketId"`;
  return sessions.map(({ socketId, ...session }) => ({ ...session, socketId: Number(socketId) }));
}
