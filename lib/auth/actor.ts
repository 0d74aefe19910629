import type { ApiTokenAccess, Role } from '@/lib/contracts/permissions';

interface Acting {
  organizationId: string;
  role: Role;
  /** The IP address that the request came from; missing where it is not known. */
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
  /** What it may do: less than its role says, see permissions.ts. */
  access: ApiTokenAccess;
  userId?: undefined;
  authSessionId?: undefined;
}

/** Who acts. Every use case asks the policy about it and limits its queries to its organization. */
export type Actor = UserActor | TokenActor;

/** By what an actor got in, and when that ends at the latest: an auth session or an API token. */
export const credentialOf = (actor: Actor): { id: string; expiresAt: Date | null } =>
  actor.apiTokenId === undefined
    ? { id: actor.authSessionId, expiresAt: actor.authSessionExpiresAt }
    : { id: actor.apiTokenId, expiresAt: actor.apiTokenExpiresAt };
