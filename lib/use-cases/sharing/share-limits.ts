import { networkOf } from '@/lib/core/network-of';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';

/** A page opens its link once a minute: room for a large office behind one address. */
const opensByNetwork = new RateLimit({ name: 'share_network', uses: 3_000, windowSeconds: 10 * 60 });
/** Secrets that no link has: people mistype no 43 letters. */
const unknownByNetwork = new RateLimit({ name: 'share_unknown', uses: 30, windowSeconds: 10 * 60 });
/** Links may be posted where thousands read them. */
const opensByLink = new RateLimit({ name: 'share_link', uses: 60_000, windowSeconds: 10 * 60 });
/** Wrong passwords of one link, from one network and from all: whoever was let in before needs none. */
const passwordsByNetwork = new RateLimit({ name: 'share_password_network', uses: 10, windowSeconds: 5 * 60 });
const passwordsByLink = new RateLimit({ name: 'share_password', uses: 100, windowSeconds: 60 * 60 });

const opens = 'This link was opened too often.';
const passwords = 'Too many wrong passwords.';

/** Counts an attempt to open any link. @throws AppError `too_many_requests` */
export async function countOpen(address: string): Promise<void> {
  const network = networkOf(address);
  refuseUsedUp(await unknownByNetwork.check(network), opens);
  refuseUsedUp(await opensByNetwork.use(network), opens);
}

/** Counts a secret that no link has. */
export async function countUnknown(address: string): Promise<void> {
  await unknownByNetwork.use(networkOf(address));
}

/** Counts an attempt to open this link. @throws AppError `too_many_requests` */
export async function countOpenOf(linkId: string): Promise<void> {
  refuseUsedUp(await opensByLink.use(linkId), opens);
}

/**
 * Counts a password before it is checked, so that concurrent ones count too.
 * @throws AppError `too_many_requests`
 */
export async function countPassword(linkId: string, address: string): Promise<void> {
  refuseUsedUp(await passwordsByNetwork.use(`${networkOf(address)} ${linkId}`), passwords);
  refuseUsedUp(await passwordsByLink.check(linkId), passwords);
}

/** Counts a wrong password. */
export async function countWrongPassword(linkId: string): Promise<void> {
  await passwordsByLink.use(linkId);
}

/** Forgets the passwords from this network, after the right one. */
export async function forgetPasswords(linkId: string, address: string): Promise<void> {
  await passwordsByNetwork.clear(`${networkOf(address)} ${linkId}`);
}
