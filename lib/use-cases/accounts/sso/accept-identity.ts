import { newLinkSecret } from '@/lib/auth/link-secret';
import type { OidcIdentity } from '@/lib/auth/oidc/oidc';
import { emailSchema } from '@/lib/contracts/accounts';
import { nameSchema, optionalNameSchema } from '@/lib/contracts/name-schema';
import type { SsoRefusal } from '@/lib/contracts/sign-in';
import { newId } from '@/lib/core/id';
import { db, type Transaction } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';
import { findOperator } from '@/lib/preflight/operator';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { admitByInvitation, isOpen } from '@/lib/use-cases/members/invitation/open-invitation';
import { recordJoin } from '@/lib/use-cases/members/member';

/** Time limit from the provider's answer until the browser opens the session; the user may have to find a password. */
export const ssoCodeLifetimeSeconds = 10 * 60;

/**
 * Finds the user for an identity by issuer and subject, or else by verified e-mail address. A new user joins the
 * organization that runs this server, by its invitation to that address or by an allowed domain. Invitations of other
 * organizations wait until the user opens their links.
 * @returns a code with which the browser opens the auth session, once; or the reason for a refusal
 */
export const acceptIdentity = definePublic(
  'the identity provider says who it is',
  async (identity: OidcIdentity): Promise<{ code: string } | { refusal: SsoRefusal }> => {
    const { issuer, subject } = identity;
    const known = await db().userIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } });
    const found = known ? { userId: known.userId, email: null } : await findByEmail(identity);
    if ('refusal' in found) return found;
    const { userId, email } = found;
    if ((await db().membership.count({ where: { userId } })) === 0) return { refusal: 'no_organization' };
    const { secret: code, hash: codeHash } = newLinkSecret();
    const expiresAt = new Date(Date.now() + ssoCodeLifetimeSeconds * 1000);
    await db().ssoSignIn.deleteMany({ where: { expiresAt: { lt: new Date() } } });
    // The user must still have the address that they were found by: changing it voids the existing codes.
    const count = await db().$executeRaw`
      INSERT INTO sso_sign_ins (code_hash, issuer, subject, user_id, expires_at)
      SELECT ${codeHash}, ${issuer}, ${subject}, id, ${expiresAt}
      FROM users WHERE id = ${userId}::uuid AND (${email}::text IS NULL OR email = ${email})
      FOR SHARE`;
    return count === 0 ? { refusal: 'failed' } : { code };
  },
);

/** @returns the user, and the address that they were found by */
async function findByEmail(
  identity: OidcIdentity,
): Promise<{ userId: string; email: string } | { refusal: SsoRefusal }> {
  const { success, data: email = '' } = emailSchema.safeParse(identity.email);
  if (!success) return { refusal: 'email_missing' };
  if (!identity.isEmailVerified) {
    return { refusal: identity.isEmailVerified === null ? 'email_not_vouched' : 'email_not_verified' };
  }
  const user = await db().user.findUnique({
    where: { email },
    include: { identities: { where: { issuer: identity.issuer } } },
  });
  // A different subject at the same issuer is another person, who now has the address.
  if (user) return user.identities.length > 0 ? { refusal: 'not_invited' } : { userId: user.id, email };
  const organization = await findOperator();
  const invitations = await db().invitation.findMany({
    where: { email, AND: isOpen() },
    orderBy: { createdAt: 'desc' },
  });
  const own = invitations.find(({ organizationId }) => organizationId === organization?.id);
  if (own) return { userId: await join(identity, email, (tx, id) => admitByInvitation(tx, own, id)), email };
  const [, domain = ''] = email.split('@');
  if (organization && webEnv().OIDC_ALLOWED_DOMAINS.includes(domain)) {
    return { userId: await join(identity, email, (tx, id) => admitAsViewer(tx, organization.id, id)), email };
  }
  return { refusal: invitations.length > 0 ? 'invitation_waits' : 'not_invited' };
}

/** Admits a user with a viewer's rights; admins can raise them. */
async function admitAsViewer(tx: Transaction, organizationId: string, userId: string): Promise<void> {
  await tx.membership.create({ data: { userId, organizationId, role: 'viewer' } });
  await recordJoin(tx, { userId, organizationId }, 'as viewer, by single sign-on');
}

/** Creates the user, without a password, and makes them a member. @returns their id */
async function join(
  { issuer, subject, firstName, lastName }: OidcIdentity,
  email: string,
  admit: (tx: Transaction, userId: string) => Promise<void>,
): Promise<string> {
  const id = newId();
  const data = {
    id,
    email,
    firstName: nameSchema('').catch(email.replace(/@.*/, '')).parse(firstName),
    lastName: optionalNameSchema('').nullable().catch(null).parse(lastName),
    identities: { create: { issuer, subject } },
  };
  await db().$transaction(async (tx) => {
    await tx.user.create({ data });
    await admit(tx, id);
  });
  return id;
}
