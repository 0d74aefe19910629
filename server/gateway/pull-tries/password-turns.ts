import { type PullAddress, readPullAddress } from '@/lib/contracts/pull-address';
import type { PasswordTurn, WorkerReport } from '@/lib/contracts/worker-protocol';
import { pause } from '@/lib/core/pause';
import { passwordOutcome, refusedPasswords } from '@/lib/platform/limits/refused-passwords';
import { log } from '@/lib/platform/log';
import { pullSourceOf } from '../reconciler/pull-source-of';
import type { StreamRuntime } from '../reconciler/stream-runtime';
import type { WorkerRuntime } from '../reconciler/worker-runtime';

/** A permit must not wait for a database that hangs; the worker asks again. */
const claimTimeoutMs = 300;

/**
 * Lets one worker at a time send a password to a camera. After a refused one nobody sends another within a minute,
 * whichever stream, try or gateway it is.
 */
export class PasswordTurns {
  readonly #held = new WeakMap<WorkerRuntime, PullAddress>();

  /** @returns the answer to a worker that asks; `none` for any other */
  async answer(
    { runtime, worker }: { runtime: Pick<StreamRuntime, 'stream'>; worker: WorkerRuntime },
    { pullTurn, pullFault }: Pick<WorkerReport, 'pullTurn' | 'pullFault'>,
  ): Promise<PasswordTurn | 'none'> {
    const held = this.#held.get(worker);
    if (held && pullTurn === undefined) {
      this.#held.delete(worker);
      const settled = refusedPasswords.settle(held, passwordOutcome(pullFault)).catch(warn);
      await Promise.race([settled, pause(claimTimeoutMs)]);
    }
    if (pullTurn !== 'asks') return 'none';
    // It has not heard the answer.
    if (held) return 'yours';
    const address = readPullAddress(pullSourceOf(runtime.stream).address ?? '');
    if (typeof address === 'string') return 'yours';
    const claimed = refusedPasswords.claim(address).then((turn) => {
      if (turn === 'yours') this.#held.set(worker, address);
      return turn;
    });
    return Promise.race([
      claimed.catch((error: unknown) => {
        warn(error);
        return 'busy' as const;
      }),
      pause(claimTimeoutMs).then(() => 'busy' as const),
    ]);
  }
}

const warn = (error: unknown) => log.warn({ err: error }, 'pull: whose turn it is cannot be told');
