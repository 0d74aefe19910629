import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default) with the OWASP Password Storage Cheat Sheet's first choice of costs. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash to keep, in PHC format with its own salt and costs. */
export const hashPassword = (password: string): Promise<string> => hash(password, costs);

/**
 * Whether the password is the one that was hashed.
 * @param passwordHash null where there is no such user: takes as long as a wrong password, so that time tells nothing
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password);
  await hashPassword(password);
  return false;
}
