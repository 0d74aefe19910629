import { AppError } from '@/lib/core/errors';

interface Options {
  /** Maximum number of one party's jobs that run at once. */
  maxRunning: number;
  /** Maximum number of one party's jobs that wait. */
  maxWaiting: number;
  /** Error sentence when too many jobs wait. */
  refusal: string;
  /** Working time that a party may use before it must leave room for others. */
  creditMs: number;
}

interface Party {
  runningCount: number;
  /** Each begins the next one's turn. */
  waiting: (() => void)[];
  /** Working time used, less the part forgotten since, as of `countedAtMs`. */
  usedMs: number;
  countedAtMs: number;
}

/** Used time that is forgotten in each millisecond. */
const forgottenPerMs = 0.25;
/** How long a party is idle before it is forgotten; by then it has regained its whole credit. */
const partyIdleMs = 10_000;
/** Another party counts if it has asked within this time. */
const othersWithinMs = 1_000;
/** Ratio of a party's rest to its preceding job, once its credit is used up. */
const restFactor = 3;
/** Maximum rest: a job that waited for another party took long and used little. */
const maxRestMs = 300;

/**
 * Limits how many of one party's jobs run at once, so that others get their share of processor and database. The rest
 * wait in order. While others ask, a party without credit runs one job at a time, and rests after each for three times
 * its length (docs/decisions/0037).
 */
export class Turns {
  readonly #options: Options;
  /** In order of their last request, the latest last. */
  readonly #parties = new Map<string, Party>();
  #lastAsked: { party: Party; atMs: number } | undefined;
  /** The last party to ask other than {@link #lastAsked}. */
  #askedBefore: { party: Party; atMs: number } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @param key names the party
   * @param work begins when its turn comes. @param hasWaited whether it had to wait
   * @throws AppError `too_many_requests` if too many jobs wait already
   */
  async run<Result>(key: string, work: (hasWaited: boolean) => Promise<Result>): Promise<Result> {
    const { maxRunning, maxWaiting, refusal } = this.#options;
    const party = this.#find(key);
    const hasToWait = party.runningCount >= (this.#isToRest(party) ? 1 : maxRunning);
    if (!hasToWait) party.runningCount++;
    else if (party.waiting.length < maxWaiting) await new Promise<void>((resolve) => party.waiting.push(resolve));
    else throw new AppError('too_many_requests', refusal, { retryAfterSeconds: 1 });
    const startedAtMs = performance.now();
    try {
      return await work(hasToWait);
    } finally {
      this.#end(party, performance.now() - startedAtMs);
    }
  }

  #find(key: string): Party {
    const nowMs = performance.now();
    const party = this.#parties.get(key) ?? { runningCount: 0, waiting: [], usedMs: 0, countedAtMs: nowMs };
    count(party, 0);
    this.#parties.delete(key);
    this.#parties.set(key, party);
    if (this.#lastAsked?.party !== party) this.#askedBefore = this.#lastAsked;
    this.#lastAsked = { party, atMs: nowMs };
    for (const [other, { runningCount, countedAtMs }] of this.#parties) {
      if (runningCount > 0 || nowMs - countedAtMs < partyIdleMs) break;
      this.#parties.delete(other);
    }
    return party;
  }

  #isToRest(party: Party): boolean {
    const other = this.#lastAsked?.party === party ? this.#askedBefore : this.#lastAsked;
    return (
      party.usedMs > this.#options.creditMs && other !== undefined && performance.now() - other.atMs < othersWithinMs
    );
  }

  #end(party: Party, tookMs: number): void {
    count(party, tookMs);
    if (!this.#isToRest(party)) this.#passOn(party);
    else if (party.runningCount > 1) party.runningCount--;
    else setTimeout(() => this.#passOn(party), Math.min(restFactor * tookMs, maxRestMs));
  }

  /** Passes a turn to the job that has waited longest. */
  #passOn(party: Party): void {
    const next = party.waiting.shift();
    if (next) next();
    else party.runningCount--;
  }
}

function count(party: Party, tookMs: number): void {
  const nowMs = performance.now();
  party.usedMs = Math.max(0, party.usedMs - (nowMs - party.countedAtMs) * forgottenPerMs) + tookMs;
  party.countedAtMs = nowMs;
}
