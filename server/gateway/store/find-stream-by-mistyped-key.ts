import { db } from '@/lib/platform/db/db';

/** The start of a stream key that nobody guesses: 72 random bits. */
const keyStart = /^[\w-]{12}/;

/** The stream whose key begins like this one, which was cut short or mistyped further on; null for any other key. */
export async function findStreamByMistypedKey(streamKey: string): Promise<{ id: string } | null> {
  const start = keyStart.exec(streamKey)?.[0];
  if (!start) return null;
  // Prisma passes LIKE's wildcards on, and "_" is one.
  const startsWith = start.replaceAll('_', '\\_');
  return db().stream.findFirst({ where: { streamKey: { startsWith } }, select: { id: true } });
}
