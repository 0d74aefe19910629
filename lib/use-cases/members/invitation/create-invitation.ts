import type { Actor } from '@/lib/auth/actor';
import { newLinkSecret } from '@/lib/auth/link-secret';
import { authorize } from '@/lib/auth/policy';
import type { CreateInvitationInput } from '@/lib/contracts/organization/members';
import { isAtMost } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { mailboxOf } from '@/lib/core/mailbox-of';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { record } from '@/lib/use-cases/audit/record';
import { mailInvitation } from './mail-invitation';
import { type OpenInvitation, withOrganizationAndInviter } from './open-invitation';

const dayMs = 24 * 3600 * 1000;
const validMs = 7 * dayMs;
/** How long an expired link still says why it does not work. */
const keptMs = 30 * dayMs;

/** One that got lost, and a second one: more to one address is no invitation. */
const perRecipient = new RateLimit({ name: 'invitations_to', uses: 5, windowSeconds: 24 * 3600 });
const perOrganization = new RateLimit({ name: 'invitations', uses: 200, windowSeconds: 24 * 3600 });

/** A new invitation with its secret. */
export interface NewInvitation {
  invitation: OpenInvitation;
  /** For the link; it is not stored. */
  secret: string;
  isMailed: boolean;
}

/**
 * Invites a person to the actor's organization by a link, and also by e-mail if there is an address and a mail server.
 * A failed e-mail is no error, because the link works.
 * @throws AppError `forbidden` for a role above the actor's own; `conflict` for the address of a member;
 * `too_many_requests`
 */
export async function createInvitation(
  actor: Actor,
  { invitation: { role, email = null } }: CreateInvitationInput,
): Promise<NewInvitation> {
  authorize(actor, 'invitations.create');
  const { organizationId, userId: inviterId } = actor;
  refuseUsedUp(await perOrganization.use(organizationId), 'Your organization has made too many invitations.');
  if (!isAtMost(role, actor.role)) {
    throw new AppError('forbidden', 'You can invite people to your own role and those below it.');
  }
  if (email !== null) {
    refuseUsedUp(
      await perRecipient.use(`${organizationId} ${mailboxOf(email)}`),
      `You have invited ${email} too often.`,
    );
  }
  const { secret, hash: secretHash } = newLinkSecret();
  const nowMs = Date.now();
  const invitation = await db().$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    if (email !== null && (await tx.membership.count({ where: { organizationId, user: { email } } })) > 0) {
      const sentence = `${email} is a member already.`;
      throw new AppError('conflict', sentence, { details: { 'invitation.email': [sentence] } });
    }
    await tx.invitation.deleteMany({ where: { organizationId, expiresAt: { lt: new Date(nowMs - keptMs) } } });
    const id = newId();
    const [thingName, detail] = [email ?? 'someone by link', `as ${role}`];
    await record(actor, { action: 'invitations.create', thingType: 'invitation', thingId: id, thingName, detail }, tx);
    return tx.invitation.create({
      data: { id, organizationId, inviterId, role, email, secretHash, expiresAt: new Date(nowMs + validMs) },
      include: withOrganizationAndInviter,
    });
  });
  return { invitation, secret, isMailed: await mailInvitation(invitation, secret) };
}
