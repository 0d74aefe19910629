import { db } from '@/lib/platform/db/db';
import { type LeasedStream, leasedStreamColumns } from './leased-stream';

/**
 * Takes the lease of every stream that needs a gateway and has none: one that is wanted or is being switched off,
 * never leased or with a lease that has run out. Atomic: of two gateways one gets it. Postgres's clock counts.
 * @returns the streams that were taken
 */
export function claimStreams(gatewayId: string, leaseTtlMs: number): Promise<LeasedStream[]> {
  return db().$queryRaw<LeasedStream[]>`
    UPDATE streams
    SET lease_owner = ${gatewayId}, lease_expires_at = now() + ${leaseTtlMs} * interval '1 millisecond'
    WHERE id IN (
      SELECT id FROM streams
      WHERE status IN ('provisioning', 'active', 'stopping')
        AND (lease_owner IS NULL OR lease_expires_at < now())
      ORDER BY created_at, id
      FOR UPDATE SKIP LOCKED
    )
    RETURNING ${leasedStreamColumns}`;
}
