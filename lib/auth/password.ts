import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '@/lib/core/errors';
import { processWide } from '@/lib/platform/process-wide';

/** Argon2id (the library's default) with the OWASP Password Storage Cheat Sheet's first choice of costs. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2 takes a core for some 25 ms and one of libuv's four threads. Other requests need the rest. */
const concurrency = availableParallelism() > 2 ? 2 : 1;
/** Some three seconds of work; browsers wait for fifteen. */
const maxWaiting = 100;
const retryAfterSeconds = 5;

/**
 * Runs work with passwords when its turn comes, a piece or two at a time in this process.
 * @throws AppError `busy` where a hundred pieces wait already
 */
export async function inPasswordQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  const queue = processWide('password queue', () => pLimit(concurrency));
  if (queue.pendingCount >= maxWaiting) {
    const sentence = `Too many people are signing in right now. Try again in ${retryAfterSeconds} seconds.`;
    throw new AppError('busy', sentence, { retryAfterSeconds });
  }
  return queue(work);
}

/** The hash to store, in PHC format, which carries its salt and costs. Call it {@link inPasswordQueue}. */
export const hashPassword = (password: string): Promise<string> => hash(password, costs);

/**
 * Whether the password matches the hash. Call it {@link inPasswordQueue}.
 * @param passwordHash null where there is no such user: the same work is done, so that timing reveals nothing
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await nobodysHash()), password);
  return isRight && passwordHash !== null;
}

let nobody: Promise<string> | undefined;

/** The hash of a password that nobody knows. */
function nobodysHash(): Promise<string> {
  nobody ??= hashPassword(randomUUID());
  return nobody;
}
