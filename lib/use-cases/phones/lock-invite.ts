import { AppError } from '@/lib/core/errors';
import type { Transaction } from '@/lib/platform/db/db';

/** The sentence for a revoked invite, which its phones show as well. */
export const revokedSentence = 'This invite was revoked. Ask the person who sent it for a new one.';

/**
 * Keeps an invite as it is until the transaction ends. Revoking it changes the keys of its cameras under the same lock.
 * @throws AppError `gone` for one that is revoked
 */
export async function lockInvite(tx: Transaction, id: string): Promise<void> {
  const [invite] = await tx.$queryRaw<{ isRevoked: boolean }[]>`
    SELECT revoked_at IS NOT NULL AS "isRevoked" FROM camera_invites WHERE id = ${id}::uuid FOR UPDATE`;
  if (!invite || invite.isRevoked) throw new AppError('gone', revokedSentence);
}
