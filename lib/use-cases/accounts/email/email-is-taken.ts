import { AppError } from '@/lib/core/errors';

/** The error of who wants the e-mail address of another account for their own. */
export function emailIsTaken(cause: unknown): AppError {
  const sentence = 'There is already an account with this e-mail address.';
  return new AppError('conflict', sentence, { cause, details: { 'user.email': [sentence] } });
}
