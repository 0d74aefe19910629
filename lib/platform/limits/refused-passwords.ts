import type { PullAddress } from '@/lib/contracts/pull-address';
import { RateLimit } from './rate-limit';

const limit = new RateLimit({ name: 'refused_password', uses: 1, windowSeconds: 60 });
const keyOf = ({ host, port }: PullAddress): string => `${host}:${port}`;

/** Cameras that have just refused a password; they lock users out who try wrong ones faster. */
export const refusedPasswords = {
  /** A try was refused. */
  async note(address: PullAddress): Promise<void> {
    await limit.use(keyOf(address));
  },
  /** @returns null where a password may be tried, else the seconds until one may be */
  check: (address: PullAddress): Promise<number | null> =>
    address.username === '' ? Promise.resolve(null) : limit.check(keyOf(address)),
};
