import { newLinkSecret } from '@/lib/auth/link-secret';
import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import { lifetimes } from '@/lib/contracts/limits';
import type { CreateInvitationInput } from '@/lib/contracts/organization/members';
import { isAtMost } from '@/lib/contracts/permissions';
import { dayMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { mailboxOf } from '@/lib/core/mailbox-of';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { webEnv } from '@/lib/platform/env/web-env';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { canSendMail, sendMail } from '@/lib/platform/mail/send-mail';
import { publicLink } from '@/lib/platform/public-link';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { isOpen, type OpenInvitation, withOrganizationAndInviter } from './open-invitation';

/** A page of the invitations to the actor's organization that can still be accepted, oldest first. */
export const listInvitations = defineUseCase(
  { action: 'invitations.read' },
  async ({ actor }, request: PageRequest): Promise<Page<OpenInvitation>> => {
    const page = pageByTime('createdAt', 'asc', request);
    const invitations = await db().invitation.findMany({
      where: { organizationId: actor.organizationId, AND: [isOpen(), page.where ?? {}] },
      ...page.order,
      include: withOrganizationAndInviter,
    });
    return page.of(invitations);
  },
);

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
export const createInvitation = defineUseCase(
  { action: 'invitations.create', audit: 'invitations.create' },
  async ({ actor, record }, { invitation: { role, email = null } }: CreateInvitationInput): Promise<NewInvitation> => {
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
      await record(tx, { id, name: email ?? 'someone by link', detail: `as ${role}` });
      return tx.invitation.create({
        data: {
          id,
          organizationId,
          inviterId,
          role,
          email,
          secretHash,
          expiresAt: new Date(nowMs + lifetimes.invitation),
        },
        include: withOrganizationAndInviter,
      });
    });
    return { invitation, secret, isMailed: await mailInvitation(invitation, secret) };
  },
);

/** Withdraws an invitation. Its link stops working. @throws AppError `not_found` where it can be accepted no more */
export const revokeInvitation = defineUseCase(
  { action: 'invitations.revoke', audit: 'invitations.revoke' },
  async ({ actor, record }, id: string): Promise<void> => {
    await db().$transaction(async (tx) => {
      const [invitation] = await tx.invitation.updateManyAndReturn({
        where: { id, organizationId: actor.organizationId, AND: isOpen() },
        data: { revokedAt: new Date() },
      });
      if (!invitation) {
        throw new AppError('not_found', 'This invitation was accepted or withdrawn, or it has expired.');
      }
      const name = invitation.email ?? 'someone by link';
      await record(tx, { id, name });
    });
  },
);

/** Counts all organizations together, so that strangers cannot flood a mailbox. */
const byRecipient = new RateLimit({ name: 'invitation_mail', uses: 10, windowSeconds: 24 * 3600 });

/**
 * Sends an invitation's link to its e-mail address, if it has one and the server sends e-mail. The e-mail contains no
 * text of users, not even names: anyone who signs up could send words to strangers. The link's page shows the names.
 * @returns whether the e-mail went out; the log says why not, and the inviter has the link
 */
async function mailInvitation({ email }: OpenInvitation, secret: string): Promise<boolean> {
  if (email === null || !canSendMail() || (await byRecipient.use(mailboxOf(email))) !== null) return false;
  const product = webEnv().PRODUCT_NAME;
  const text = [
    `You are invited to an organization that runs live events with ${product}.`,
    `Open this link to see who invites you, and to join. It works once, within seven days:\n${publicLink(`/invite#${secret}`)}`,
    'If you did not expect this, ignore this e-mail.',
  ].join('\n\n');
  try {
    await sendMail({ to: email, subject: `You are invited to ${product}`, text });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return false;
    throw error;
  }
}
