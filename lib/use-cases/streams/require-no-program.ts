import { AppError } from '@/lib/core/errors';
import type { Transaction } from '@/lib/platform/db/db';

/**
 * Refuses a second program of an event, for use cases that have locked the organization and asked the policy.
 * @throws AppError `conflict`
 */
export async function requireNoProgram(tx: Transaction, eventId: string): Promise<void> {
  const program = await tx.stream.findFirst({ where: { eventId, sourceKind: 'program' }, select: { name: true } });
  if (!program) return;
  const message = `This event has a program already, “${program.name}”. Use that one, or delete it first.`;
  throw new AppError('conflict', message, { details: { 'stream.source_kind': [message] } });
}
