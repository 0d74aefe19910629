import type { Transaction } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './get-stream';

/**
 * Locks a stream of an organization until the transaction ends, and reads it.
 * @throws AppError `not_found`
 */
export async function lockStream(tx: Transaction, organizationId: string, id: string): Promise<Stream> {
  await tx.$queryRaw`
    SELECT 1 FROM streams WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
  const stream = await tx.stream.findFirst({ where: { id, organizationId } });
  if (!stream) throw streamNotFound();
  return stream;
}
