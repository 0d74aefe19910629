import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/core/log';
import { findStreams } from '@/lib/streams/find-streams';
import type { StreamJson } from '@/lib/streams/schema';
import { serializeStream } from '@/lib/streams/serialize';

const retry = { firstMs: 100, capMs: 2_000 };

interface Listener {
  onChanged(stream: StreamJson, isNew: boolean): void;
  onRemoved(streamId: string): void;
  /** Everything may have changed: these are all streams of the organization. */
  onResync(streams: StreamJson[]): void;
  /** Nothing is left to read. */
  onIdle(): void;
}

interface Work {
  /** Changed streams, and whether they are new. */
  changed: Map<string, boolean>;
  removed: Set<string>;
  resync: boolean;
  /** Who waits for the present state: of one stream, or of all where it is null. */
  asked: { streamId: string | null; resolve: (streams: StreamJson[]) => void }[];
}

const noWork = (): Work => ({ changed: new Map(), removed: new Set(), resync: false, asked: [] });

/**
 * Reads the streams of one organization for all its subscribers: one statement at a time, and what comes meanwhile is
 * one statement more. Thus many messages and subscriptions cost one read, and nobody hears an older state after a
 * newer one. While Postgres is away it waits, and loses nothing.
 */
export class OrganizationReads {
  #next = noWork();
  #isRunning = false;

  constructor(
    private readonly organizationId: string,
    private readonly listener: Listener,
    private readonly stopping: AbortSignal,
  ) {}

  changed(streamId: string, isNew: boolean): void {
    this.#next.changed.set(streamId, isNew || this.#next.changed.get(streamId) === true);
    this.#start();
  }

  removed(streamId: string): void {
    this.#next.removed.add(streamId);
    this.#start();
  }

  resync(): void {
    this.#next.resync = true;
    this.#start();
  }

  /** @returns the present state of one stream, or of all; never, once the server stops */
  read(streamId: string | null): Promise<StreamJson[]> {
    return new Promise((resolve) => {
      this.#next.asked.push({ streamId, resolve });
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
      const streams = await this.#readUntilAnswered(work);
      if (!streams) return;
      this.#tell(work, streams);
      if (isEmpty(this.#next)) break;
    }
    this.#isRunning = false;
    this.listener.onIdle();
  }

  /** @returns null when the server stops */
  async #readUntilAnswered({ changed, resync, asked }: Work): Promise<StreamJson[] | null> {
    const wantsAll = resync || asked.some(({ streamId }) => streamId === null);
    const ids = [...changed.keys(), ...asked.flatMap(({ streamId }) => streamId ?? [])];
    if (!wantsAll && ids.length === 0) return [];
    for (let attempt = 0; ; attempt++) {
      if (this.stopping.aborted) return null;
      try {
        const rows = await findStreams(this.organizationId, wantsAll ? undefined : [...new Set(ids)]);
        return rows.map(serializeStream);
      } catch (error) {
        log.warn({ err: error, attempt }, 'cable: streams are not read yet');
        await sleep(backoffMs(attempt, retry), undefined, { ref: false });
      }
    }
  }

  #tell({ changed, removed, resync, asked }: Work, streams: StreamJson[]): void {
    for (const streamId of removed) this.listener.onRemoved(streamId);
    for (const stream of streams) {
      const isNew = changed.get(stream.id);
      if (isNew !== undefined && !resync) this.listener.onChanged(stream, isNew);
    }
    if (resync) this.listener.onResync(streams);
    for (const { resolve } of asked) resolve(streams);
  }
}

const isEmpty = ({ changed, removed, resync, asked }: Work): boolean =>
  changed.size === 0 && removed.size === 0 && !resync && asked.length === 0;
