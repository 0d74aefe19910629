import { AppError } from '@/lib/core/errors';

/** The one error for an event that does not exist or is another organization's. */
export const eventNotFound = (cause?: unknown) => new AppError('not_found', 'This event does not exist.', { cause });
