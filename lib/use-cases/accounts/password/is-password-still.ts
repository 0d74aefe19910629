import type { Transaction } from '@/lib/platform/db/db';

/**
 * Whether a user's password is still the one that was checked before this transaction. It stays so until the transaction
 * ends: whoever changes it waits.
 * @param passwordHash of the password that was checked; null where there was none
 */
export async function isPasswordStill(tx: Transaction, userId: string, passwordHash: string | null): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${userId}::uuid AND password_hash IS NOT DISTINCT FROM ${passwordHash} FOR SHARE`;
  return rows.length > 0;
}
