import type { Transaction } from '@/lib/platform/db/db';

/**
 * Lets one transaction at a time add events to an organization or take them away, so that exactly one of them is the
 * default. Ends with the transaction.
 */
export async function lockEvents(tx: Transaction, organizationId: string): Promise<void> {
  // Not FOR UPDATE: that would also hold up every insert that refers to the organization.
  await tx.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
}
