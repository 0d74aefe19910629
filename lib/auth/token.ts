import { encode } from 'next-auth/jwt';
import { z } from 'zod';
import { lifetimes } from '@/lib/contracts/limits';
import { secondMs } from '@/lib/core/durations';
import { authSecrets } from './auth-secrets';
import { decodeJwt } from './decode-jwt';

/** Separates these tokens from any others that are encrypted with the same secret. */
const salt = 'sightline-api';

const claimsSchema = z.object({ sessionId: z.uuid(), userId: z.uuid(), organizationId: z.uuid() });

/** The claims of an auth session's token. */
export interface TokenClaims {
  authSessionId: string;
  userId: string;
  organizationId: string;
}

/** The bearer token of an auth session: an encrypted JWT (next-auth's, A256GCM) under AUTH_SECRET. */
export function encodeToken({ authSessionId, userId, organizationId }: TokenClaims): Promise<string> {
  const claims: z.infer<typeof claimsSchema> = { sessionId: authSessionId, userId, organizationId };
  const [secret] = authSecrets();
  return encode({ token: { ...claims }, secret, salt, maxAge: lifetimes.authSession / secondMs });
}

/** The claims of a token. @throws an error of jose's or zod's for one that is forged, garbled or expired */
export async function decodeToken(token: string): Promise<TokenClaims> {
  const { claims } = await decodeJwt(token, salt);
  const { sessionId, userId, organizationId } = claimsSchema.parse(claims);
  return { authSessionId: sessionId, userId, organizationId };
}
