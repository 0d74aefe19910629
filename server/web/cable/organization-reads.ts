import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';
import type { Row } from './channels/channel';

const retry = { firstMs: 100, capMs: 2_000 };

interface Listener {
  onChanged(row: Row, isNew: boolean): void;
  onRemoved(id: string): void;
  /** Everything may have changed: these are all rows of the organization. */
  onResync(rows: Row[]): void;
  /** Nothing is left to read. */
  onIdle(): void;
}

interface Work {
  /** Changed rows, and whether they are new. */
  changed: Map<string, boolean>;
  removed: Set<string>;
  resync: boolean;
  /** Who waits for the present state: of one row, or of all where it is null. */
  asked: { id: string | null; resolve: (rows: Row[]) => void }[];
}

const noWork = (): Work => ({ changed: new Map(), removed: new Set(), resync: false, asked: [] });

/**
 * Reads the rows of one kind and organization for all its subscribers: one statement at a time, and what comes meanwhile is
 * one statement more. Thus many messages and subscriptions cost one read, and nobody hears an older state after a
 * newer one. While Postgres is away it waits, and loses nothing.
 */
export class OrganizationReads {
  #next = noWork();
  #isRunning = false;

  constructor(
    private readonly find: (ids?: string[]) => Promise<Row[]>,
    private readonly listener: Listener,
    private readonly stopping: AbortSignal,
  ) {}

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

  /** @returns the present state of one row, or of all; never, once the server stops */
  read(id: string | null): Promise<Row[]> {
    return new Promise((resolve) => {
      this.#next.asked.push({ id, resolve });
      this.#start();
    });
  }

  #start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    // After this turn of the event loop, so that what arrives together is read together.
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    for (;;) {
      const work = this.#next;
      this.#next = noWork();
      const rows = await this.#readUntilAnswered(work);
      if (!rows) return;
      this.#tell(work, rows);
      if (isEmpty(this.#next)) break;
    }
    this.#isRunning = false;
    this.listener.onIdle();
  }

  /** @returns null when the server stops */
  async #readUntilAnswered({ changed, resync, asked }: Work): Promise<Row[] | null> {
    const wantsAll = resync || asked.some(({ id }) => id === null);
    const ids = [...changed.keys(), ...asked.flatMap(({ id }) => id ?? [])];
    if (!wantsAll && ids.length === 0) return [];
    for (let attempt = 0; ; attempt++) {
      if (this.stopping.aborted) return null;
      try {
        return await this.find(wantsAll ? undefined : [...new Set(ids)]);
      } catch (error) {
        log.warn({ err: error, attempt }, 'cable: rows are not read yet');
        await sleep(backoffMs(attempt, retry), undefined, { ref: false });
      }
    }
  }

  #tell({ changed, removed, resync, asked }: Work, rows: Row[]): void {
    for (const id of removed) this.listener.onRemoved(id);
    for (const row of rows) {
      const isNew = changed.get(row.id);
      if (isNew !== undefined && !resync) this.listener.onChanged(row, isNew);
    }
    if (resync) this.listener.onResync(rows);
    for (const { resolve } of asked) resolve(rows);
  }
}

const isEmpty = ({ changed, removed, resync, asked }: Work): boolean =>
  changed.size === 0 && removed.size === 0 && !resync && asked.length === 0;
