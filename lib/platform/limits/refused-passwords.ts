import type { PullAddress } from '@/lib/contracts/pull-address';
import { RateLimit } from './rate-limit';

const limit = new RateLimit({ name: 'refused_password', uses: 1, windowSeconds: 60 });
const keyOf = ({ host, port }: PullAddress): string => `${host}:${port}`;

/** Cameras that have just refused a password; they lock users out who try wrong ones faster. */
export const refusedPasswords = {
  /** A try was refused. One without a password was none of it. */
  async note(address: PullAddress): Promise<void> {
    if (address.username !== '') await limit.use(keyOf(address));
  },
  /** @returns null where a password may be tried, else the seconds until one may be */
  check: (address: PullAddress): Promise<number | null> =>
    address.username === '' ? Promise.resolve(null) : limit.check(keyOf(address)),
};
