import type { Transaction } from '@/lib/platform/db/db';

/**
 * Lets only one transaction at a time add or delete events of an organization, so that exactly one of them is the
 * default. The lock ends with the transaction.
 */
export async function lockEvents(tx: Transaction, organizationId: string): Promise<void> {
  // Not FOR UPDATE, which would also block every insert that refers to the organization.
  await tx.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
}
