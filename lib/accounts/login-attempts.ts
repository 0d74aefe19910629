import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';

const maxAttempts = 10;
const windowSeconds = 5 * 60;

/** Attempts are counted by address and user together, so that a stranger elsewhere cannot lock a user out. */
export interface LoginAttempt {
  email: string;
  /** The IP address that the request came from. */
  address: string;
}

/**
 * Counts an attempt before its password is checked, so that concurrent attempts count too. Kept in Postgres, which all
 * web processes share.
 * @throws AppError `too_many_requests` from the eleventh attempt within five minutes
 */
export async function countLoginAttempt({ email, address }: LoginAttempt): Promise<void> {
  await db().$executeRaw`
    DELETE FROM login_attempts WHERE started_at < now() - make_interval(secs => ${windowSeconds}::float)`;
  const [attempts] = await db().$queryRaw<{ count: number; ageSeconds: number }[]>`
    INSERT INTO login_attempts (email, address, count, started_at) VALUES (${email}, ${address}, 1, now())
    ON CONFLICT (email, address) DO UPDATE SET count = login_attempts.count + 1
    RETURNING count, extract(epoch FROM now() - started_at)::float AS "ageSeconds"`;
  if (!attempts || attempts.count <= maxAttempts) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(windowSeconds - attempts.ageSeconds));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new AppError(
    'too_many_requests',
    `Too many attempts to sign in. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterSeconds },
  );
}

/** Clears the count after a success. */
export async function forgetLoginAttempts({ email, address }: LoginAttempt): Promise<void> {
  await db().loginAttempts.deleteMany({ where: { email, address } });
}
