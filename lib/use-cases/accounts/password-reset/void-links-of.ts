import type { Transaction } from '@/lib/platform/db/db';

/**
 * Voids the links and sign-ins that are on their way to a user, whose password or e-mail address changes: what was asked
 * for before, by whoever knew the old one, changes and opens nothing any more.
 */
export async function voidLinksOf(tx: Transaction, userId: string): Promise<void> {
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.emailChange.deleteMany({ where: { userId } });
  await tx.ssoSignIn.deleteMany({ where: { userId } });
}
