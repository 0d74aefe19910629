import { retry } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';
import type { AudienceRow, RowSelection } from './live-rows';

const readRetry = { firstMs: 100, capMs: 2_000 };

interface Options {
  read(selection: RowSelection): Promise<AudienceRow[]>;
  /** The individually subscribed rows. */
  subscribedIds(): string[];
  onChanged(row: AudienceRow, isNew: boolean): void;
  onRemoved(id: string): void;
  /** Everything may have changed: takes the rows of a snapshot, and the subscribed ones. */
  onResync(rows: AudienceRow[]): void;
  /** Nothing is left to read. */
  onIdle(): void;
  /** Aborts when the server stops. */
  stopping: AbortSignal;
}

interface Work {
  /** Ids of changed rows, and whether each row is new. */
  changed: Map<string, boolean>;
  removed: Set<string>;
  resync: boolean;
  /** Callers that wait for the current state of one row; a null id means a snapshot. */
  waiting: { id: string | null; resolve: (rows: AudienceRow[]) => void }[];
}

const noWork = (): Work => ({ changed: new Map(), removed: new Set(), resync: false, waiting: [] });

/**
 * Reads the rows of one kind and organization for all its subscribers. It runs one statement at a time, then one more
 * for everything that arrived meanwhile. So many requests cost one read, and no older state follows a newer one; while
 * the database is away it waits, and loses nothing.
 */
export class OrganizationReads {
  readonly #options: Options;
  #next = noWork();
  #isRunning = false;

  constructor(options: Options) {
    this.#options = options;
  }

  changed(id: string, isNew: boolean): void {
    this.#next.changed.set(id, isNew || this.#next.changed.get(id) === true);
    this.#start();
  }

  removed(id: string): void {
    this.#next.removed.add(id);
    this.#start();
  }

  resync(): void {
    this.#next.resync = true;
    this.#start();
  }

  /** @returns the current state of one row, or of a snapshot; never settles once the server stops */
  read(id: string | null): Promise<AudienceRow[]> {
    return new Promise((resolve) => {
      this.#next.waiting.push({ id, resolve });
      this.#start();
    });
  }

  #start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    // After this turn of the event loop, so that simultaneous requests share one read.
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    for (;;) {
      const work = this.#next;
      this.#next = noWork();
      const rows = await this.#readWithRetries(work);
      if (!rows) return;
      this.#report(work, rows);
      if (isEmpty(this.#next)) break;
    }
    this.#isRunning = false;
    this.#options.onIdle();
  }

  /** @returns undefined when the server stops */
  async #readWithRetries({ changed, resync, waiting }: Work): Promise<AudienceRow[] | undefined> {
    const hasSnapshot = resync || waiting.some(({ id }) => id === null);
    const ids = new Set([...changed.keys(), ...waiting.flatMap(({ id }) => id ?? [])]);
    if (resync) for (const id of this.#options.subscribedIds()) ids.add(id);
    if (!hasSnapshot && ids.size === 0) return [];
    return retry(() => this.#options.read({ ids: [...ids], hasSnapshot }), {
      ...readRetry,
      signal: this.#options.stopping,
      onFailure: (error, failures) => log.warn({ err: error, failures }, 'cable: rows cannot be read yet'),
    });
  }

  #report({ changed, removed, resync, waiting }: Work, rows: AudienceRow[]): void {
    for (const id of removed) this.#options.onRemoved(id);
    for (const row of rows) {
      const isNew = changed.get(row.id);
      if (isNew !== undefined && !resync) this.#options.onChanged(row, isNew);
    }
    if (resync) this.#options.onResync(rows);
    for (const { resolve } of waiting) resolve(rows);
  }
}

const isEmpty = ({ changed, removed, resync, waiting }: Work): boolean =>
  changed.size === 0 && removed.size === 0 && !resync && waiting.length === 0;
