import { db } from '@/lib/platform/db/db';
import type { RecordedSrtConnection } from './recorded-srt-connection';

/** Forgets all connections of a gateway. @returns those that were left over, for it to tell their callers */
export async function takeSrtConnections(gatewayId: string): Promise<RecordedSrtConnection[]> {
  const sessions = await db().$queryRaw<(Omit<RecordedSrtConnection, 'socketId'> & { socketId: bigint })[]>`
    DELETE FROM srt_sessions
    WHERE gateway_id = ${gatewayId}
    RETURNING gateway_id AS "gatewayId", local_port AS "localPort", remote_address AS "remoteAddress",
      remote_port AS "remotePort", socket_id AS "socketId"`;
  return sessions.map(({ socketId, ...session }) => ({ ...session, socketId: Number(socketId) }));
}
