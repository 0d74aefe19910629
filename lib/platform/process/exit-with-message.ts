import { AppError } from '@/lib/core/errors';
import { log } from '../log';

/**
 * Ends the process with exit code 1. A problem that the user can fix prints one sentence; our own fault logs an entry
 * with the stack.
 */
export function exitWithMessage(error: unknown): never {
  if (error instanceof AppError) process.stderr.write(`${error.message}\n`);
  else if (isSystemError(error, 'ENOSPC')) process.stderr.write('There is no space left on the disk.\n');
  else log.fatal({ err: error }, 'could not start');
  process.exit(1);
}

const isSystemError = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
