import type { ErrorJson } from '@/lib/contracts/error-schema';
import { AppError, statusByCode } from '@/lib/core/errors';
import type { Logger } from '@/lib/platform/log';

/**
 * The answer to any error. Errors other than AppError, and faults of the configuration, are logged and shown without
 * detail.
 * @param requestId quoted in the sentence about a fault, so that the user can report it
 */
export function errorResponse(error: unknown, requestId: string, log: Logger): Response {
  const isFault = !(error instanceof AppError) || statusByCode[error.code] === 500;
  if (isFault || error.code === 'unavailable') log.error({ err: error }, 'request failed');
  const { code, message, details, retryAfterSeconds } = isFault
    ? new AppError('internal', `Something went wrong on our side. Please try again (request ${requestId}).`)
    : error;
  const body: ErrorJson = { error: { message, code, ...(details && { errors: details }) } };
  const headers = {
    ...(code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
  return Response.json(body, { status: statusByCode[code], headers });
}
