import { decode, encode } from 'next-auth/jwt';
import { z } from 'zod';
import { webEnv } from '@/lib/platform/env/web-env';

/** How long a session and its token live, in seconds: 30 days. */
export const sessionTtlSeconds = 30 * 24 * 3600;

/** Keeps these tokens apart from any other that the same secret may encrypt. */
const salt = 'sightline-api';

const claimsSchema = z.object({ sessionId: z.uuid(), userId: z.uuid(), organizationId: z.uuid() });
export type TokenClaims = z.infer<typeof claimsSchema>;

/** The bearer token of a session: an encrypted JWT (next-auth's, A256GCM) under AUTH_SECRET. */
export function encodeToken(claims: TokenClaims): Promise<string> {
  return encode({ token: { ...claims }, secret: webEnv().AUTH_SECRET, salt, maxAge: sessionTtlSeconds });
}

/** What a token says. @throws an error of jose's or zod's when it is forged, garbled or expired */
export async function decodeToken(token: string): Promise<TokenClaims> {
  return claimsSchema.parse(await decode({ token, secret: webEnv().AUTH_SECRET, salt }));
}
