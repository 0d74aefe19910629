import type { Transaction } from '@/lib/platform/db/db';

/**
 * Lets only one transaction at a time add events or streams to an organization, or delete its events, so that limits
 * are kept and exactly one event is the default. The lock ends with the transaction; it is taken before any other.
 */
export async function lockOrganization(tx: Transaction, organizationId: string): Promise<void> {
  // Not FOR UPDATE, which would also block every insert that refers to the organization.
  await tx.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
}
