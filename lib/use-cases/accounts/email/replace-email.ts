import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { isUniqueViolation } from '@/lib/platform/db/is-unique-violation';
import { record } from '@/lib/use-cases/audit/record';
import { voidLinksOf } from '../password-reset/void-links-of';
import { emailIsTaken } from './email-is-taken';

interface NewEmail {
  userId: string;
  email: string;
  /** The IP address that the request came from. */
  address: string;
}

/**
 * Gives a user another e-mail address, for use cases that know that they may have it. Auth sessions go on, for the password
 * is the same; links to the old address are void; an invitation to it is no longer theirs, and one to the new address is.
 * @param change.secretHash of the link that does it, which is void from then on
 * @throws AppError `conflict` for the address of another account; `not_found` where the link is void
 */
export async function replaceEmail({ userId, email, address }: NewEmail, secretHash?: string): Promise<void> {
  try {
    await db().$transaction(async (tx) => {
      if (secretHash !== undefined) {
        const { count } = await tx.emailChange.deleteMany({ where: { secretHash, expiresAt: { gt: new Date() } } });
        if (count === 0) throw linkIsVoid();
      }
      await voidLinksOf(tx, userId);
      const { memberships } = await tx.user.update({
        where: { id: userId },
        data: { email },
        include: { memberships: true },
      });
      for (const { organizationId } of memberships) {
        const actor = { userId, organizationId, address };
        const detail = `to ${email}`;
        await record(actor, { action: 'account.change_email', thingType: 'user', thingId: userId, detail }, tx);
      }
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailIsTaken(error) : error;
  }
}

/** The error of a link that changes nothing any more. */
export const linkIsVoid = (): AppError =>
  new AppError(
    'not_found',
    'This link was used or replaced, or is older than an hour. Change your email again to get a new one.',
  );
