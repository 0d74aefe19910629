import { AppError } from '@/lib/core/errors';
import { log } from '../log';

/**
 * Lets an e-mail go out while its request is answered.
 * @param sending what prepares and sends it. A mail server's refusal is in the log already
 * @param failure what the log says of any other error
 */
export function mailInBackground(sending: Promise<void>, failure: string): void {
  void sending.catch((error: unknown) => {
    if (!(error instanceof AppError)) log.error({ err: error }, failure);
  });
}
