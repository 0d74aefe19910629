import { AppError } from '@/lib/core/errors';

interface Options {
  /** How many pieces of work of one party are done at once. */
  maxRunning: number;
  /** How many more of them may wait. */
  maxWaiting: number;
  /** What the party reads when more wait already. */
  refusal: string;
  /** What a party may use up before it has to leave room for others. */
  creditMs: number;
}

interface Party {
  runningCount: number;
  /** Each begins the next one's turn. */
  waiting: (() => void)[];
  /** For how long its work has run, less what has been forgotten since; and when that was counted. */
  usedMs: number;
  countedAtMs: number;
}

/** What is forgotten of it in each millisecond. */
const forgottenPerMs = 0.25;
/** After which nothing is left of a credit that was used up. */
const partyIdleMs = 10_000;
/** Others count as long as they have asked within this time. */
const othersWithinMs = 1_000;
/** How much longer than its work such a party rests. */
const restFactor = 3;
/** Work that waited for somebody else took long and used little. */
const maxRestMs = 300;

/**
 * Limits how much of one party's work is done at once, so that however much it asks for, the others find their turn of
 * the processor and of the database. The rest of the party's work waits, in its order. A party that has used up its credit
 * does one piece at a time while others ask, too, and leaves them three times as long after each as it took
 * (docs/decisions/0068).
 */
export class Turns {
  readonly #options: Options;
  /** The one that asked last is the last one. */
  readonly #parties = new Map<string, Party>();
  #lastAsked: { party: Party; atMs: number } | undefined;
  /** The last one that was not the same as {@link #lastAsked}. */
  #askedBefore: { party: Party; atMs: number } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @param key names the party
   * @param work begins when its turn comes. @param hasWaited whether that was not at once
   * @throws AppError `too_many_requests` where too much waits already
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

  /** A turn passes on to the one that waits longest. */
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
