import { db } from '@/lib/core/db';
import type { StreamStatus } from '@/prisma/generated/enums';

/** The stream that a stream key opens; null for a key that opens none. */
export function findStreamByKey(streamKey: string): Promise<{ id: string; status: StreamStatus } | null> {
  return db().stream.findUnique({ where: { streamKey }, select: { id: true, status: true } });
}
