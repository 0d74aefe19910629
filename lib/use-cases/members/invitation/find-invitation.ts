import { AppError } from '@/lib/core/errors';
import { NetworkLimit } from '@/lib/platform/limits/network-limit';
import { refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { getOpenInvitation, type OpenInvitation } from './open-invitation';

/** A secret cannot be guessed: who has one is not counted, and a crew behind one address comes in at once. */
const failures = new NetworkLimit({ name: 'invitation_failures', uses: 300, windowSeconds: 60 * 60 });

/**
 * Finds an invitation by its secret.
 * @param address the IP address that the request came from
 * @throws AppError `not_found` where there is none, or it cannot be accepted any more; `too_many_requests` instead,
 * where that happened often in the same network
 */
export async function findInvitation(secret: string, address: string): Promise<OpenInvitation> {
  try {
    return await getOpenInvitation(secret);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') {
      const waitSeconds = await failures.use(address);
      refuseUsedUp(waitSeconds, 'Too many invitations that do not open came from your network.');
    }
    throw error;
  }
}
