import { AppError } from '@/lib/core/errors';
import type { Transaction } from '@/lib/platform/db/db';

/**
 * Refuses streams that do not belong to the event.
 * @param sentence what the user reads then
 * @throws AppError `not_found`
 */
export async function requireEventStreams(
  tx: Transaction,
  eventId: string,
  ids: readonly string[],
  sentence = 'This preset names a camera that the event does not have: load the page again.',
): Promise<void> {
  const named = [...new Set(ids)];
  const count = await tx.stream.count({ where: { eventId, id: { in: named } } });
  if (count < named.length) throw new AppError('not_found', sentence);
}
