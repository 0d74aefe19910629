import { AppError } from '@/lib/core/errors';
import { db, type Transaction } from '@/lib/platform/db/db';
import { isUniqueViolation } from '@/lib/platform/db/is-unique-violation';
import { lockUser } from '@/lib/platform/db/lock-user';
import { voidLinksOf } from '@/lib/use-cases/accounts/password-reset/password-reset';
import { recorderOf } from '@/lib/use-cases/definers/record';

interface NewEmail {
  userId: string;
  email: string;
  /** The IP address that the request came from. */
  address: string;
}

/**
 * Gives a user another e-mail address. Keeps their auth sessions, because the password is the same, and voids links to
 * the old address. Invitations to the new address are theirs from now on, and those to the old one are not.
 * @param confirm throws, under the user's lock, if they may not have it
 * @throws AppError `conflict` for the address of another account; what `confirm` throws
 */
export async function replaceEmail(
  { userId, email, address }: NewEmail,
  confirm: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await db().$transaction(async (tx) => {
      await lockUser(tx, userId);
      await confirm(tx);
      await voidLinksOf(tx, userId);
      const { memberships } = await tx.user.update({
        where: { id: userId },
        data: { email },
        include: { memberships: true },
      });
      for (const { organizationId } of memberships) {
        const record = recorderOf({ userId, organizationId, address });
        await record(tx, { action: 'account.change_email', id: userId, detail: `to ${email}` });
      }
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailIsTaken(error) : error;
  }
}

/** The error of who wants the e-mail address of another account for their own. */
export function emailIsTaken(cause: unknown): AppError {
  const sentence = 'There is already an account with this e-mail address.';
  return new AppError('conflict', sentence, { cause, details: { 'user.email': [sentence] } });
}
