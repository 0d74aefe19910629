import type { Transaction } from '@/lib/platform/db/db';

/**
 * Serializes transactions that add an organization's events or streams, delete its events, or change its members. So
 * limits hold, exactly one event is the default, and there is always an owner. The lock ends with the transaction; take
 * it before any other.
 */
export async function lockOrganization(tx: Transaction, organizationId: string): Promise<void> {
  // Not FOR UPDATE, which would also block every insert that refers to the organization.
  await tx.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
}
