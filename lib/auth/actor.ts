import type { Role } from '@/lib/contracts/permissions';

/** A signed-in user in one organization. Every use case asks the policy about it and limits its queries to it. */
export interface Actor {
  userId: string;
  organizationId: string;
  authSessionId: string;
  /** When the auth session, and with it the token, ends. */
  authSessionExpiresAt: Date;
  role: Role;
  /** The IP address that the request came from; missing where it is not known. */
  address?: string;
}
