import type { MembershipRole } from '@/prisma/generated/enums';

/** A signed-in user in one organization. Every use case asks the policy about it and limits its queries to it. */
export interface Actor {
  userId: string;
  organizationId: string;
  /** Of the auth session. */
  sessionId: string;
  /** When the auth session, and with it the token, ends. */
  sessionExpiresAt: Date;
  role: MembershipRole;
}
