import type { MembershipRole } from '@/prisma/generated/enums';

/** Who asks: a signed-in user in one organization. Every use case takes it and narrows its queries by it. */
export interface Actor {
  userId: string;
  organizationId: string;
  sessionId: string;
  /** When the session, and with it the token, ends. */
  sessionExpiresAt: Date;
  role: MembershipRole;
}
