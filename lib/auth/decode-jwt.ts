import { decode, type JWT } from 'next-auth/jwt';
import { authSecrets } from './auth-secrets';

/**
 * Decodes an encrypted JWT of next-auth's by whichever secret it was encrypted with.
 * @param salt what it was encrypted for
 * @throws an error of jose's for one that is forged, garbled or expired
 */
export async function decodeJwt(token: string, salt: string): Promise<{ claims: JWT | null; secret: string }> {
  const [current, ...former] = authSecrets();
  try {
    return { claims: await decode({ token, secret: current, salt }), secret: current };
  } catch (error) {
    for (const secret of former) {
      const claims = await decode({ token, secret, salt }).catch(() => null);
      if (claims) return { claims, secret };
    }
    throw error;
  }
}
