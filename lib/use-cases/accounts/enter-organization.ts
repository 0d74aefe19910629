import type { UserActor } from '@/lib/auth/actor';
import type { Client } from '@/lib/auth/client';
import { confirmActor } from '@/lib/auth/confirm-actor';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import { AppError } from '@/lib/core/errors';
import { db, type Transaction } from '@/lib/platform/db/db';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { joinByInvitation } from '@/lib/use-cases/members/invitation/open-invitation';
import { readAccount } from './account';
import type { Account } from './serialize';

/** Each leaves a row behind. */
const entries = new RateLimit({ name: 'enter_organization', uses: 60, windowSeconds: 10 * 60 });

/**
 * Opens an auth session of the actor's in another organization, for use cases that have asked the policy. The present
 * one must go on until the new one is there: nobody gets another session by one that is being ended.
 * @param find the organization, or joins it
 * @throws AppError `not_found` where the user does not belong to the organization; `too_many_requests`; what confirmActor
 *   and `find` throw
 */
async function enterOrganization(
  actor: UserActor,
  find: (tx: Transaction) => Promise<string>,
  client: Client,
): Promise<Account & { token: string }> {
  const { userId } = actor;
  refuseUsedUp(await entries.use(userId), 'You have switched too often.');
  return db().$transaction(async (tx) => {
    await confirmActor(tx, actor);
    const organizationId = await find(tx);
    const account = await readAccount(userId, organizationId, tx);
    if (!account) throw new AppError('not_found', 'You do not belong to this organization.');
    return { ...account, token: await openAuthSession(tx, userId, organizationId, client) };
  });
}

/**
 * Opens an auth session in another organization of the actor's. The browser ends the present session only when it has
 * stored the new token, so that the user is never signed out in between.
 * @throws AppError what enterOrganization throws
 */
export const switchOrganization = defineUseCase(
  { action: 'account.switch' },
  async ({ actor }, organizationId: string, client: Client): Promise<Account & { token: string }> => {
    return enterOrganization(actor, async () => organizationId, client);
  },
);

/**
 * Joins the organization of an invitation with the actor's account, and opens an auth session there. The present one
 * goes on, as with switchOrganization.
 * @throws AppError what joinByInvitation and enterOrganization throw
 */
export const joinOrganization = defineUseCase(
  { action: 'account.switch' },
  async ({ actor }, secret: string, client: Client): Promise<Account & { token: string }> => {
    return enterOrganization(actor, (tx) => joinByInvitation(tx, actor.userId, secret), client);
  },
);
