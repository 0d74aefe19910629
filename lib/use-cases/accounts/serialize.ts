import type { AccountJson, AuthSessionJson, OwnAuthSessionJson } from '@/lib/contracts/accounts';
import type { Role } from '@/lib/contracts/permissions';
import type { PasswordResetLinkJson } from '@/lib/contracts/sign-in';
import { serializeOrganization } from '@/lib/use-cases/members/serialize';
import type { AuthSession, Organization, User } from '@/prisma/generated/client';

export interface Account {
  user: Omit<User, 'passwordHash'>;
  /** False for a user who signs in by single sign-on alone. */
  hasPassword: boolean;
  organization: Organization;
  /** The user's role in the organization. */
  role: Role;
  /** Whether the organization runs this server. */
  operatesServer: boolean;
  /** The user's organizations, including this one. */
  organizations: { organization: Organization; role: Role }[];
}

/** A user and their organization as the API shows them. */
export function serializeAccount(account: Account): AccountJson {
  const { user, hasPassword, organization, role, operatesServer, organizations } = account;
  return {
    user: {
      id: user.id,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      has_password: hasPassword,
    },
    organization: serializeOrganization(organization),
    role,
    operates_server: operatesServer,
    organizations: organizations.map((membership) => ({
      ...serializeOrganization(membership.organization),
      role: membership.role,
    })),
  };
}

/** One of a user's own auth sessions as the API shows it. @param currentId the session that asks */
export const serializeAuthSession = (session: AuthSession, currentId: string | undefined): OwnAuthSessionJson => ({
  id: session.id,
  type: 'auth_session',
  attributes: {
    is_current: session.id === currentId,
    created_at: session.createdAt.toISOString(),
    last_seen_at: (session.lastSeenAt ?? session.createdAt).toISOString(),
    last_seen_address: session.lastSeenAddress || null,
    user_agent: session.userAgent || null,
  },
});

/** The answer to opening an auth session: the account, and the session's bearer token. */
export const serializeOpenedSession = ({ token, ...account }: Account & { token: string }): AuthSessionJson => ({
  token,
  ...serializeAccount(account),
});

/** A new password link as the API shows it to its maker. */
export const serializePasswordResetLink = (
  userId: string,
  { secret, expiresAt }: { secret: string; expiresAt: Date },
): PasswordResetLinkJson => ({
  id: userId,
  type: 'password_reset_link',
  attributes: { secret, expires_at: expiresAt.toISOString() },
});
