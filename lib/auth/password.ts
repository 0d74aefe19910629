import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default) with the OWASP Password Storage Cheat Sheet's first choice of costs. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash to store, in PHC format, which carries its salt and costs. */
export const hashPassword = (password: string): Promise<string> => hash(password, costs);

/**
 * Whether the password matches the hash.
 * @param passwordHash null where there is no such user: this takes as long as a wrong password, so that timing reveals
 *   nothing
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password);
  await hashPassword(password);
  return false;
}
