import { AppError } from '@/lib/core/errors';
import { isUniqueViolation } from '@/lib/platform/db/is-unique-violation';

/** The one error for a source that does not exist or belongs to another organization. */
export const tallySourceNotFound = () => new AppError('not_found', 'This tally source does not exist.');

/** The error as its user should see it: a name that its event already has is a conflict. */
export function tallySourceError(error: unknown): unknown {
  if (!isUniqueViolation(error)) return error;
  const message = 'This event has a tally source of this name already: choose another name.';
  return new AppError('conflict', message, { cause: error, details: { 'tally_source.name': [message] } });
}
