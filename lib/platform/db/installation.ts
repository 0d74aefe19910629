import { AppError } from '@/lib/core/errors';
import { db, type Transaction } from './db';

/** Tells an installation from a copy that was restored from its backup. */
export interface Installation {
  /** Empty, except in a copy. */
  identity: string;
  /** When it was restored; null where it is no copy, or somebody has resumed it. */
  pausedAt: Date | null;
}

/** @throws Error of Prisma while Postgres is away */
export async function readInstallation(tx: Transaction = db()): Promise<Installation> {
  const row = await tx.installation.findFirst({ select: { identity: true, pausedAt: true } });
  return row ?? { identity: '', pausedAt: null };
}

/**
 * Refuses what a copy must not do beside its original.
 * @param what as the subject of a sentence, such as `E-mail`
 * @throws AppError `conflict` while the installation is paused
 */
export async function requireNotPaused(what: string, tx?: Transaction): Promise<void> {
  if ((await readInstallation(tx)).pausedAt === null) return;
  throw new AppError('conflict', `${what} is paused, because this installation was restored from a backup.`);
}
