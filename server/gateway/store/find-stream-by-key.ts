import type { StreamStatus } from '@/lib/contracts/streams';
import { db } from '@/lib/platform/db/db';

/** The stream that a stream key opens; null for a key that opens none. */
export function findStreamByKey(streamKey: string): Promise<{ id: string; status: StreamStatus } | null> {
  return db().stream.findUnique({ where: { streamKey }, select: { id: true, status: true } });
}
