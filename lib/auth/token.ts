import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { webEnv } from '@/lib/platform/env/web-env';

/** How long an auth session and its token last, in seconds: 30 days. */
export const authSessionTtlSeconds = 30 * 24 * 3600;

/** Separates these tokens from any others that are encrypted with the same secret. */
const salt = 'sightline-api';
/** Of next-auth, which made these tokens before: those that are out stay valid. */
const keyInfo = `NextAuth.js Generated Encryption Key (${salt})`;
const encryption = { alg: 'dir', enc: 'A256GCM' } as const;

const claimsSchema = z.object({ sessionId: z.uuid(), userId: z.uuid(), organizationId: z.uuid() });

/** Who a token is for. */
export interface TokenClaims {
  authSessionId: string;
  userId: string;
  organizationId: string;
}

/** The bearer token of an auth session: a JWT encrypted with A256GCM by a key derived from AUTH_SECRET. */
export function encodeToken({ authSessionId, userId, organizationId }: TokenClaims): Promise<string> {
  const claims: z.infer<typeof claimsSchema> = { sessionId: authSessionId, userId, organizationId };
  return new EncryptJWT(claims)
    .setProtectedHeader(encryption)
    .setIssuedAt()
    .setExpirationTime(`${authSessionTtlSeconds}s`)
    .encrypt(tokenKey());
}

/** The claims of a token. @throws an error of jose's or zod's for one that is forged, garbled or expired */
export async function decodeToken(token: string): Promise<TokenClaims> {
  const { payload } = await jwtDecrypt(token, tokenKey(), {
    keyManagementAlgorithms: [encryption.alg],
    contentEncryptionAlgorithms: [encryption.enc],
  });
  const { sessionId, userId, organizationId } = claimsSchema.parse(payload);
  return { authSessionId: sessionId, userId, organizationId };
}

let derivedKey: Uint8Array | undefined;

/**
 * Derived once: for each token it would wait in libuv's thread pool, behind the passwords that are being hashed
 * (docs/decisions/0036).
 */
function tokenKey(): Uint8Array {
  derivedKey ??= new Uint8Array(hkdfSync('sha256', webEnv().AUTH_SECRET, salt, keyInfo, 32));
  return derivedKey;
}
