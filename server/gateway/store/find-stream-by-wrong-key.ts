import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { db } from '@/lib/platform/db/db';

/** The start of a stream key: 72 random bits, which nobody guesses. */
const keyStart = /^[\w-]{12}/;

/**
 * The stream that an unknown key was meant for: one that had this key before its last change, or one whose key has the
 * same start, so that the given key is cut off or mistyped. Null for any other key, which may belong to a stranger.
 */
export async function findStreamByWrongKey(
  streamKey: string,
): Promise<{ id: string; refusal: 'old_key' | 'mistyped_key' } | null> {
  const former = await db().stream.findFirst({
    where: { formerKeyHash: hashStreamKey(streamKey) },
    select: { id: true },
  });
  if (former) return { id: former.id, refusal: 'old_key' };
  const start = keyStart.exec(streamKey)?.[0];
  if (!start) return null;
  // Prisma does not escape LIKE's wildcards, and "_" is one.
  const startsWith = start.replaceAll('_', '\\_');
  const mistyped = await db().stream.findFirst({ where: { streamKey: { startsWith } }, select: { id: true } });
  return mistyped && { id: mistyped.id, refusal: 'mistyped_key' };
}
