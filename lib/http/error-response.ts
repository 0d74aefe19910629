import type { ErrorJson } from '@/lib/contracts/error-schema';
import { AppError, statusByCode } from '@/lib/core/errors';
import { isDatabaseAway } from '@/lib/platform/is-database-away';
import type { Logger } from '@/lib/platform/log';

/** How soon a database that is away may be back. */
const retryAfterSeconds = 5;

/**
 * The answer to any error. Errors other than AppError, and faults of the configuration, are logged and shown without
 * detail; that the database is away is said.
 * @param requestId quoted in the sentence about a fault, so that the user can report it
 */
export function errorResponse(thrown: unknown, requestId: string, log: Logger): Response {
  const error = isDatabaseAway(thrown) ? databaseAway(thrown) : thrown;
  const isFault = !(error instanceof AppError) || statusByCode[error.code] === 500;
  if (isFault || error.code === 'unavailable') log.error({ err: error }, 'request failed');
  const { code, message, details, ...shown } = isFault
    ? new AppError('internal', `Something went wrong on our side. Try again (request ${requestId}).`)
    : error;
  const retryAfter = shown.retryAfterSeconds ?? (code === 'unavailable' ? retryAfterSeconds : undefined);
  const body: ErrorJson = { error: { message, code, ...(details && { errors: details }) } };
  const headers = {
    ...(code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  return Response.json(body, { status: statusByCode[code], headers });
}

const databaseAway = (cause: unknown): AppError =>
  new AppError('unavailable', 'The database does not answer at the moment. Try again in a few seconds.', {
    cause,
  });
