import { networkOf } from '@/lib/core/network-of';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { getOpenInvitation, type OpenInvitation } from './open-invitation';

/** A secret cannot be guessed; this spares the database. */
const lookUps = new RateLimit({ name: 'invitation_look_up', uses: 300, windowSeconds: 60 * 60 });

/**
 * The invitation of a secret, for whoever has it.
 * @param address the IP address that the request came from
 * @throws AppError `not_found` where there is none, or it cannot be accepted any more; `too_many_requests`
 */
export async function findInvitation(secret: string, address: string): Promise<OpenInvitation> {
  refuseUsedUp(await lookUps.use(networkOf(address)), 'Too many invitations were opened from your network.');
  return getOpenInvitation(secret);
}
