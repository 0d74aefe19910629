import { NetworkLimit } from '@/lib/platform/limits/network-limit';
import { refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { SlowDown } from '@/lib/platform/limits/slow-down';

const sentence = 'Too many attempts to sign in.';

/** Attempts of one user from one network, right or wrong; a success clears them. */
const byUserAndNetwork = new NetworkLimit({ name: 'login', uses: 10, windowSeconds: 5 * 60 });

/**
 * Failures from one network. Users who have signed in from it before are exempt, so that a stranger cannot lock them
 * out. Fifty newcomers, a large class, may mistype within ten minutes; a sprayer gets five guesses a minute.
 */
const failuresByNetwork = new NetworkLimit({ name: 'login_network', uses: 50, windowSeconds: 10 * 60 });
/** Guesses at one account from many networks. They take turns, because refusing them would lock the user out. */
const guessesByEmail = new SlowDown({
  name: 'login_email',
  free: 30,
  windowSeconds: 60 * 60,
  pauseMs: 8_000,
  sentence,
});
/** Guesses at all accounts together, against sprayers with many networks, such as a botnet. */
const guessesByAll = new SlowDown({ name: 'login_all', free: 1_000, windowSeconds: 10 * 60, pauseMs: 500, sentence });

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
  refuseUsedUp(await byUserAndNetwork.use(address, email), sentence);
}

/** @throws AppError `too_many_requests` if too many attempts from this network have failed */
export async function refuseNetworkAfterFailures({ address }: LoginAttempt): Promise<void> {
  refuseUsedUp(await failuresByNetwork.check(address), sentence);
}

/**
 * Counts an attempt from a network that is new for its user. Waits for its turn if too many attempts have failed, for
 * this user or overall.
 * @throws AppError `too_many_requests` if its turn does not come in time
 */
export async function enterAttempt({ email, address }: LoginAttempt): Promise<void> {
  await guessesByEmail.enter(email, address);
  await guessesByAll.enter('', address);
}

/** Counts a wrong password or an unknown e-mail address. */
export async function countFailure({ address }: LoginAttempt): Promise<void> {
  await failuresByNetwork.use(address);
}

/** Forgets the attempts of this user from this network, after a success. */
export async function forgetAttempts({ email, address }: LoginAttempt): Promise<void> {
  await byUserAndNetwork.clear(address, email);
}

/** Takes back an attempt that {@link enterAttempt} has counted, because it succeeded. */
export async function forgiveAttempt({ email }: LoginAttempt): Promise<void> {
  await Promise.all([guessesByEmail.forgive(email), guessesByAll.forgive('')]);
}
