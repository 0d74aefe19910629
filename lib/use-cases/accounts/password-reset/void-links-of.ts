import type { Transaction } from '@/lib/platform/db/db';

/**
 * Voids the pending links and sign-ins of a user whose password or e-mail address changes. Anyone who requested one
 * with the old password or address can no longer use it.
 */
export async function voidLinksOf(tx: Transaction, userId: string): Promise<void> {
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.emailChange.deleteMany({ where: { userId } });
  await tx.ssoSignIn.deleteMany({ where: { userId } });
}
