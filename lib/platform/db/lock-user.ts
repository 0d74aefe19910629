import type { Transaction } from '@/lib/platform/db/db';

/**
 * Lets only one transaction at a time end a user's sessions and connections. Until it ends, nobody opens an auth session
 * of theirs, makes them a member, or changes anything in their name. Take it after an organization's lock, and before
 * any other.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
}
