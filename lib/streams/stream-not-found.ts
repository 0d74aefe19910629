import { AppError } from '@/lib/core/errors';

/** The one error for a stream that does not exist or is another organization's. */
export const streamNotFound = () => new AppError('not_found', 'This stream does not exist.');
