import { type SourceKind, sourceKinds } from '@/lib/contracts/source-kinds';
import { AppError } from '@/lib/core/errors';
import type { Transaction } from '@/lib/platform/db/db';

/**
 * Refuses a second stream of a kind that an event has once, for use cases that have locked the organization and asked the
 * policy.
 * @throws AppError `conflict`
 */
export async function requireFirstOfKind(tx: Transaction, eventId: string, sourceKind: SourceKind): Promise<void> {
  if (!sourceKinds[sourceKind].isOnePerEvent) return;
  const first = await tx.stream.findFirst({ where: { eventId, sourceKind }, select: { name: true } });
  if (!first) return;
  // Such kinds are named as people name the stream.
  const message = `This event has a ${sourceKind} already, “${first.name}”. Use that one, or delete it first.`;
  throw new AppError('conflict', message, { details: { 'stream.source_kind': [message] } });
}
