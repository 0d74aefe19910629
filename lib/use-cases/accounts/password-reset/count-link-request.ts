import { mailboxOf } from '@/lib/core/mailbox-of';
import { NetworkLimit } from '@/lib/platform/limits/network-limit';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';

const windowSeconds = 60 * 60;
const sentence = 'Too many links were requested.';

/** Keeps strangers from flooding a mailbox, whether it has an account or not. */
const byEmail = new RateLimit({ name: 'reset_email', uses: 5, windowSeconds });
const byNetwork = new NetworkLimit({ name: 'reset_network', uses: 20, windowSeconds });
/** Volume that mail servers accept from one sender; more looks like spam. */
const byAll = new RateLimit({ name: 'reset_all', uses: 500, windowSeconds });

/**
 * Counts a request for an e-mailed link that sets a password or changes the address, with or without an account.
 * @param email the recipient
 * @param address the IP address that the request came from
 * @throws AppError `too_many_requests`
 */
export async function countLinkRequest(email: string, address: string): Promise<void> {
  refuseUsedUp(await byNetwork.use(address), sentence);
  refuseUsedUp(await byEmail.use(mailboxOf(email)), sentence);
  refuseUsedUp(await byAll.use(''), sentence);
}
