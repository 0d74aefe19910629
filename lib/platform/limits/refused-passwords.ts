import { createHash } from 'node:crypto';
import type { PullAddress } from '@/lib/contracts/pull-address';
import type { PullFault } from '@/lib/contracts/pull-faults';
import type { PasswordTurn } from '@/lib/contracts/worker-protocol';
import { RateLimit } from './rate-limit';

const refused = new RateLimit({ name: 'refused_password', uses: 1, windowSeconds: 60 });
/** The time for an answer. The turn of a process that has died ends with it. */
const turns = new RateLimit({ name: 'password_turn', uses: 1, windowSeconds: 10 });
const keyOf = ({ host, port }: PullAddress): string => `${host}:${port}`;

/** Hashes of what cameras have let in: many channels of one recorder come back at once. */
const accepted = new Set<string>();
const maxAccepted = 10_000;
const hashOf = (address: PullAddress): string =>
  createHash('sha256')
    .update(JSON.stringify([keyOf(address), address.username, address.password]))
    .digest('base64url');

/** Whether a camera let a password in; `unknown`: it was not asked, or did not say. */
type PasswordOutcome = 'accepted' | 'refused' | 'unknown';

/** Reads what an attempt says of its password. @param fault why it did not work; nothing where it did */
export function passwordOutcome(fault: PullFault | null | undefined): PasswordOutcome {
  if (!fault) return 'accepted';
  return fault === 'unauthorized' ? 'refused' : 'unknown';
}

/** Cameras that have just refused a password; they lock users out who try wrong ones faster. */
export const refusedPasswords = {
  /** A try was refused. One without a password was none of it. */
  async note(address: PullAddress): Promise<void> {
    if (address.username !== '') await refused.use(keyOf(address));
  },
  /** @returns null where a password may be tried, else the seconds until one may be */
  check: (address: PullAddress): Promise<number | null> =>
    address.username === '' ? Promise.resolve(null) : refused.check(keyOf(address)),
  /** Takes the turn to send a password, which nobody has accepted yet, to this camera. {@link settle} ends it. */
  async claim(address: PullAddress): Promise<PasswordTurn> {
    if (address.username === '') return 'yours';
    if ((await refused.check(keyOf(address))) !== null) return 'refused';
    if (accepted.has(hashOf(address))) return 'yours';
    return (await turns.use(keyOf(address))) === null ? 'yours' : 'busy';
  },
  /** Ends the turn that {@link claim} has given. */
  async settle(address: PullAddress, outcome: PasswordOutcome): Promise<void> {
    if (address.username === '') return;
    const hash = hashOf(address);
    if (outcome === 'accepted' && accepted.size < maxAccepted) accepted.add(hash);
    if (outcome === 'refused') {
      accepted.delete(hash);
      await refusedPasswords.note(address);
    }
    await turns.clear(keyOf(address));
  },
};
