import { AppError } from './errors';

/** The error of who has as many of something as there may be; the sentence is in its details as well, because forms show those. */
export const limitReached = (sentence: string): AppError =>
  new AppError('limit_reached', sentence, { details: [sentence] });
