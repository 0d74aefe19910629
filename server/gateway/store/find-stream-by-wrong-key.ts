import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { db } from '@/lib/platform/db/db';

/** The start of a stream key that nobody guesses: 72 random bits. */
const keyStart = /^[\w-]{12}/;

/**
 * The stream that a key which opens none was meant for: one whose key it was until that was changed, or one whose key
 * begins like it, which was cut short or mistyped further on. Null for any other key, which may be a stranger's.
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
  // Prisma passes LIKE's wildcards on, and "_" is one.
  const startsWith = start.replaceAll('_', '\\_');
  const mistyped = await db().stream.findFirst({ where: { streamKey: { startsWith } }, select: { id: true } });
  return mistyped && { id: mistyped.id, refusal: 'mistyped_key' };
}
