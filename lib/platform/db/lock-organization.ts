import type { Transaction } from '@/lib/platform/db/db';

/**
 * Lets only one transaction at a time add events or streams to an organization, delete its events, or change who is in
 * it, so that limits are kept, exactly one event is the default, and there is always an owner. The lock ends with the
 * transaction; it is taken before any other.
 */
export async function lockOrganization(tx: Transaction, organizationId: string): Promise<void> {
  // Not FOR UPDATE, which would also block every insert that refers to the organization.
  await tx.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
}
