import type { ApiTokenAccess, Role } from '@/lib/contracts/permissions';

interface Acting {
  organizationId: string;
  role: Role;
  /** The IP address that the request came from, if known. */
  address?: string;
}

/** A signed-in user in one organization. */
export interface UserActor extends Acting {
  userId: string;
  authSessionId: string;
  /** When the auth session, and with it the token, ends. */
  authSessionExpiresAt: Date;
  apiTokenId?: undefined;
  access?: undefined;
}

/** A program with one of the organization's API tokens. */
export interface TokenActor extends Acting {
  apiTokenId: string;
  /** Null: never. */
  apiTokenExpiresAt: Date | null;
  /** Limits the token to less than its role allows; see permissions.ts. */
  access: ApiTokenAccess;
  userId?: undefined;
  authSessionId?: undefined;
}

/** The caller of a use case, which asks the policy about it and limits its queries to its organization. */
export type Actor = UserActor | TokenActor;

/** The actor's auth session or API token, and when it expires. */
export const credentialOf = (actor: Actor): { id: string; expiresAt: Date | null } =>
  actor.apiTokenId === undefined
    ? { id: actor.authSessionId, expiresAt: actor.authSessionExpiresAt }
    : { id: actor.apiTokenId, expiresAt: actor.apiTokenExpiresAt };
