import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { db } from '@/lib/platform/db/db';

/** The stream that a stream key opened until it was changed; null for any other key. */
export function findStreamByFormerKey(streamKey: string): Promise<{ id: string } | null> {
  return db().stream.findFirst({ where: { formerKeyHash: hashStreamKey(streamKey) }, select: { id: true } });
}
