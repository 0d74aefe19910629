import { db } from '@/lib/platform/db/db';
import { type LeasedStream, leasedStreamColumns } from './leased-stream';

/**
 * Prolongs every lease of this gateway, also one that has run out if nobody else has taken it.
 * @returns the streams it holds; one that is missing was deleted, is over, or belongs to another gateway now
 */
export function renewLeases(gatewayId: string, leaseTtlMs: number): Promise<LeasedStream[]> {
  // The order is that in which deleting an event locks its streams, so the two cannot block each other for ever.
  return db().$queryRaw<LeasedStream[]>`
    UPDATE streams
    SET lease_expires_at = now() + ${leaseTtlMs} * interval '1 millisecond'
    WHERE id IN (SELECT id FROM streams WHERE lease_owner = ${gatewayId} ORDER BY created_at, id FOR UPDATE)
    RETURNING ${leasedStreamColumns}`;
}
