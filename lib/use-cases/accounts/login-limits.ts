import { networkOf } from '@/lib/core/network-of';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';

const sentence = 'Too many attempts to sign in.';

/** Attempts of one user from one network, right or wrong; a success clears them. */
const byUserAndNetwork = new RateLimit({ name: 'login', uses: 10, windowSeconds: 5 * 60 });

/**
 * Failures, which users who have signed in from the same network before are spared: a stranger cannot lock them out, in
 * their own office or elsewhere. The others are those who come for the first time. From one network fifty of them may
 * mistype within ten minutes, which is a large class; it leaves a sprayer five guesses a minute.
 */
const failuresByNetwork = new RateLimit({ name: 'login_network', uses: 50, windowSeconds: 10 * 60 });
/** Guesses at one account from many networks: OWASP and NIST SP 800-63B 3.2.2 allow at most a hundred. */
const failuresByEmail = new RateLimit({ name: 'login_email', uses: 30, windowSeconds: 60 * 60 });
/** Sprayers with many networks, such as a botnet or an IPv6 allocation, all together. */
const failuresByAll = new RateLimit({ name: 'login_all', uses: 1_000, windowSeconds: 10 * 60 });

export interface LoginAttempt {
  email: string;
  /** The IP address that the request came from. */
  address: string;
}

/**
 * Counts an attempt of this user from this network, before its password is checked, so that concurrent ones count too.
 * @throws AppError `too_many_requests` from the eleventh within five minutes
 */
export async function countAttempt({ email, address }: LoginAttempt): Promise<void> {
  refuseUsedUp(await byUserAndNetwork.use(`${networkOf(address)} ${email}`), sentence);
}

/**
 * @param isSpared asked only where too many have failed
 * @throws AppError `too_many_requests` where too many have failed before in this network
 */
export async function refuseNetworkAfterFailures(
  { address }: LoginAttempt,
  isSpared: () => Promise<boolean>,
): Promise<void> {
  const waitSeconds = await failuresByNetwork.check(networkOf(address));
  if (waitSeconds !== null && !(await isSpared())) refuseUsedUp(waitSeconds, sentence);
}

/** @throws AppError `too_many_requests` where too many have failed before, in this network, as this user, or in all */
export async function refuseAfterFailures({ email, address }: LoginAttempt): Promise<void> {
  const waits = [failuresByNetwork.check(networkOf(address)), failuresByEmail.check(email), failuresByAll.check('')];
  for (const waitSeconds of await Promise.all(waits)) refuseUsedUp(waitSeconds, sentence);
}

/** Counts a wrong password or an unknown e-mail address. */
export async function countFailure({ email, address }: LoginAttempt): Promise<void> {
  await Promise.all([failuresByNetwork.use(networkOf(address)), failuresByEmail.use(email), failuresByAll.use('')]);
}

/** Forgets the attempts of this user from this network, after a success. */
export async function forgetAttempts({ email, address }: LoginAttempt): Promise<void> {
  await byUserAndNetwork.clear(`${networkOf(address)} ${email}`);
}
