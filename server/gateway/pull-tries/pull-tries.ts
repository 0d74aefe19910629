import { type PullAddress, readPullAddress } from '@/lib/contracts/pull-address';
import { type PullFinding, type PullTask, pullFindingSchema, pullTryTimeoutMs } from '@/lib/contracts/pull-try';
import { secondMs } from '@/lib/core/durations';
import { pause } from '@/lib/core/pause';
import type { BusListener, BusMessage } from '@/lib/platform/bus/bus';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { pullTargets } from '@/lib/platform/db/sealed-columns';
import { passwordOutcome, refusedPasswords } from '@/lib/platform/limits/refused-passwords';
import { log } from '@/lib/platform/log';
import { Loop } from '@/lib/platform/process/loop';
import { startWorkerProcess, type WorkerProcessOptions } from '../drivers/worker-process';
import { pullSourceOf } from '../reconciler/pull-source-of';
import type { LeasedStream } from '../store/leased-stream';

/** A process that has not answered by then hangs. */
const processTimeoutMs = 20_000;
const turnIntervalMs = 200;
/** A try takes a process; others wait for their turn. */
const maxAtOnce = 2;

type Target = Pick<LeasedStream, 'id' | 'pullTarget'>;

export interface PullTriesOptions extends WorkerProcessOptions {
  limits: PullTask['limits'];
}

/**
 * Tries addresses before they become cameras'. Any gateway takes any try, and opens the address in a process of its own, as a
 * worker of that camera would.
 */
export class PullTries implements BusListener {
  readonly #options: PullTriesOptions;
  readonly #loop = new Loop({
    name: 'pull tries',
    work: () => this.#claim(),
    intervalMs: 10 * secondMs,
    retry: { firstMs: secondMs, capMs: 10 * secondMs },
  });
  readonly #stopping = new AbortController();
  readonly #running = new Set<{ end: () => void; ended: Promise<void> }>();
  #unsubscribe: (() => Promise<void>) | undefined;

  constructor(options: PullTriesOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#unsubscribe = await openBus().subscribe(this);
    this.#loop.start();
  }

  /** Ends what it tries, and leaves that to another gateway. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#unsubscribe?.();
    await this.#loop.stop();
    for (const { end } of this.#running) end();
    await Promise.all([...this.#running].map(({ ended }) => ended));
  }

  onMessage({ type }: BusMessage): void {
    if (type === 'pull_try') this.#loop.wake();
  }

  onResync(): void {
    this.#loop.wake();
  }

  async #claim(): Promise<void> {
    while (!this.#stopping.signal.aborted && this.#running.size < maxAtOnce) {
      const [row] = await db().$queryRaw<{ id: string; target: string }[]>`
        UPDATE pull_tries SET claimed_at = now() WHERE id = (
          SELECT id FROM pull_tries
          WHERE claimed_at IS NULL AND created_at > now() - make_interval(secs => ${pullTryTimeoutMs / 1_000})
          ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED
        ) RETURNING id, target`;
      if (!row) return;
      this.#begin({ id: row.id, pullTarget: row.target });
    }
  }

  #begin(target: Target): void {
    const child = startWorkerProcess(this.#options);
    const end = () => child.signal('SIGKILL');
    let timer: NodeJS.Timeout | undefined;
    const { signal } = this.#stopping;
    const answered = waitForTurn(target, signal)
      .then(async (address) => {
        if (signal.aborted) return giveBack(target);
        if (address === 'refused') return recordFinding(target, { ...nothingFound, fault: 'unauthorized' });
        timer = setTimeout(end, processTimeoutMs);
        const answer = await child.ask({
          kind: 'pull_try',
          source: pullSourceOf(target),
          limits: this.#options.limits,
        });
        const { success: hasAnswered, data: finding = nothingFound } = pullFindingSchema.safeParse(answer);
        if (address !== null) await refusedPasswords.settle(address, passwordOutcome(finding.fault));
        return signal.aborted && !hasAnswered ? giveBack(target) : recordFinding(target, finding);
      })
      .catch((error: unknown) => log.warn({ err: error, tryId: target.id }, 'pull tries: a finding is not recorded'));
    const ended = answered.then(async () => {
      end();
      await child.ended;
      clearTimeout(timer);
      this.#running.delete(running);
      this.#loop.wake();
    });
    const running = { end, ended };
    this.#running.add(running);
  }
}

/** A process that died of what the camera sends. */
const nothingFound: PullFinding = { fault: 'no_media', video: null, audio: null, picture: null };

/**
 * Waits until no camera's worker sends a password there.
 * @returns null for no address, and once the signal aborts; `refused` where a worker's password was refused just now
 */
async function waitForTurn({ id, pullTarget }: Target, signal: AbortSignal): Promise<PullAddress | 'refused' | null> {
  const address = readPullAddress(pullTargets.open(id, pullTarget ?? '')?.address ?? '');
  if (typeof address === 'string') return null;
  while (!signal.aborted) {
    const turn = await refusedPasswords.claim(address);
    if (turn === 'refused') return turn;
    if (turn === 'yours') return address;
    await pause(turnIntervalMs, signal);
  }
  return null;
}

/** Lets another gateway, or this one's next process, take a try. */
async function giveBack({ id }: Target) {
  await db().pullTry.updateMany({ where: { id }, data: { claimedAt: null } });
  await openBus().publish({ type: 'pull_try', tryId: id });
}

/** Records what was found, and forgets the address. */
async function recordFinding({ id }: Target, finding: PullFinding) {
  await db().pullTry.updateMany({ where: { id }, data: { finding, target: '' } });
  log.info({ tryId: id, fault: finding.fault }, 'pull tries: an address was tried');
}
