import { endConnectionsOf } from '@/lib/auth/end-connections-of';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import { hashPassword, inPasswordQueue } from '@/lib/auth/password';
import { revokeAuthSessions } from '@/lib/auth/revoke-auth-sessions';
import type { ResetPasswordInput } from '@/lib/contracts/sign-in';
import { AppError } from '@/lib/core/errors';
import { db, type Transaction } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { lockUser } from '@/lib/platform/db/lock-user';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { recorderOf } from '@/lib/use-cases/definers/record';
import type { PasswordReset } from '@/prisma/generated/client';
import { requireResettable, voidLinksOf } from './password-reset';

/**
 * Sets a user's new password by the secret of a link, which is void from then on, and ends all their auth sessions.
 * @param address the IP address that the request came from
 * @throws AppError `not_found` where the link is unknown, used, replaced or expired, or where its maker could not make it
 *   any more; `busy`
 */
export const resetPassword = definePublic(
  'the secret of a link says for whom',
  async ({ password_reset: { secret }, user }: ResetPasswordInput, address: string): Promise<void> => {
    const secretHash = hashLinkSecret(secret);
    // Before the hash, so that guesses cost little.
    const { userId, organizationId: makerOrganizationId } = await getPasswordReset(db(), secretHash);
    const passwordHash = await inPasswordQueue(() => hashPassword(user.password));
    const ended = await db().$transaction(async (tx) => {
      if (makerOrganizationId !== null) await lockOrganization(tx, makerOrganizationId);
      await lockUser(tx, userId);
      await getPasswordReset(tx, secretHash);
      await voidLinksOf(tx, userId);
      const { memberships } = await tx.user.update({
        where: { id: userId },
        data: { passwordHash },
        include: { memberships: true },
      });
      for (const { organizationId } of memberships) {
        const record = recorderOf({ userId, organizationId, address });
        await record(tx, { action: 'account.reset_password', id: userId });
      }
      return revokeAuthSessions(tx, userId);
    });
    await endConnectionsOf(ended);
  },
);

async function getPasswordReset(tx: Transaction, secretHash: string): Promise<PasswordReset> {
  const reset = await tx.passwordReset.findUnique({
    where: { secretHash, expiresAt: { gt: new Date() } },
    include: { maker: true },
  });
  if (!reset) throw linkIsVoid();
  // The time since was long enough for the user to join another organization or to become an owner.
  if (reset.maker) {
    await requireResettable(tx, reset.maker, reset.userId).catch((cause: unknown) => {
      throw cause instanceof AppError ? linkIsVoid(cause) : cause;
    });
  }
  return reset;
}

const linkIsVoid = (cause?: unknown): AppError =>
  new AppError('not_found', 'This link was used or replaced, or is older than an hour. Ask for a new one.', { cause });
