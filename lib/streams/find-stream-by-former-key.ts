import { db } from '@/lib/core/db';
import { hashStreamKey } from './hash-stream-key';

/** The stream that a stream key opened until it was changed; null for any other key. */
export function findStreamByFormerKey(streamKey: string): Promise<{ id: string } | null> {
  return db().stream.findFirst({ where: { formerKeyHash: hashStreamKey(streamKey) }, select: { id: true } });
}
