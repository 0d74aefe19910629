import { AppError } from '@/lib/core/errors';
import { log } from '../log';

/**
 * Sends an e-mail while its request is answered.
 * @param sending prepares and sends it; it has already logged a mail server's refusal
 * @param failure the log message for any other error
 */
export function mailInBackground(sending: Promise<void>, failure: string): void {
  void sending.catch((error: unknown) => {
    if (!(error instanceof AppError)) log.error({ err: error }, failure);
  });
}
