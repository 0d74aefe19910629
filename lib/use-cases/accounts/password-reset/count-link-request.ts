import { mailboxOf } from '@/lib/core/mailbox-of';
import { NetworkLimit } from '@/lib/platform/limits/network-limit';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';

const windowSeconds = 60 * 60;
const sentence = 'Too many links were requested.';

/** Nobody's mailbox is flooded by strangers, whether there is an account or not. */
const byEmail = new RateLimit({ name: 'reset_email', uses: 5, windowSeconds });
const byNetwork = new NetworkLimit({ name: 'reset_network', uses: 20, windowSeconds });
/** What mail servers take from one sender; more looks like spam. */
const byAll = new RateLimit({ name: 'reset_all', uses: 500, windowSeconds });

/**
 * Counts a request for a link by e-mail, which sets a password or changes the address, whether there is an account or not.
 * @param email where it goes
 * @param address the IP address that the request came from
 * @throws AppError `too_many_requests`
 */
export async function countLinkRequest(email: string, address: string): Promise<void> {
  refuseUsedUp(await byNetwork.use(address), sentence);
  refuseUsedUp(await byEmail.use(mailboxOf(email)), sentence);
  refuseUsedUp(await byAll.use(''), sentence);
}
