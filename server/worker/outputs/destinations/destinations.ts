import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type DestinationReport, destinationReportSchema } from '@/lib/contracts/destination-tasks';
import type { WorkerPermit } from '@/lib/contracts/worker-protocol';
import { backoffMs } from '@/lib/core/backoff';
import { parseJson } from '@/lib/core/parse-json';
import { pause } from '@/lib/core/pause';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../../control/fault-log';
import type { Feed } from '../../feed/feed';
import { interruptionFrame, messageFrame, noteFrame, tablesFrame } from '../../feed/feed-frames';
import type { FeedMessage, FeedSubscriber } from '../../feed/feed-subscriber';
import type { Output, OutputState } from '../output';
import { OutputProcess } from '../process/output-process';

/** Servers want the newest data: beyond this limit, what waits for the process is dropped. */
const queue = { policy: 'newest', maxQueuedBytes: 4 * 1024 * 1024 } as const;
const restart = { firstMs: 100, capMs: 5_000 };

export interface DestinationsOptions {
  workerId: string;
  feed: Pick<Feed, 'subscribe'>;
  faults: FaultLog;
  log: Logger;
}

/** The process's task. */
export interface DestinationsTask {
  workerId: string;
}

/** The camera's chosen tracks, and the destinations. */
export type DestinationsNote = Omit<NonNullable<WorkerPermit['destinations']>, 'whipTasks'> &
  Pick<WorkerPermit, 'choice'>;

const none: DestinationsNote = {
  tasks: [],
  networks: { reaches: [], named: [] },
  ownServices: [],
  choice: { program: null, audioTrack: null },
};

/** A line of the process: the states of its destinations, or what it could not do. */
const reportSchema = z.union([
  z.object({ failure: z.string() }),
  z.object({ states: z.array(destinationReportSchema) }),
]);

/**
 * Sends a camera to servers that others watch. A process of its own talks to them, so that a server that hangs or sends
 * nonsense touches neither camera nor rooms. Each destination has a connection and a bounded queue in it, so that one that
 * takes nothing costs no other a frame.
 */
export class Destinations implements Output, FeedSubscriber {
  readonly #options: DestinationsOptions;
  readonly #process = new OutputProcess('destinations.mjs', (line) => this.#onReport(line));
  readonly #unsubscribe: () => void;
  #state: OutputState = 'starting';
  #wanted = none;
  /** Ends the wait before the next start. */
  #changed = new AbortController();
  #isStopping = false;
  #reports: DestinationReport[] = [];
  #tables: Buffer = Buffer.alloc(0);

  constructor(options: DestinationsOptions) {
    this.#options = options;
    this.#unsubscribe = options.feed.subscribe('destinations', this, queue);
  }

  get state(): OutputState {
    return this.#state;
  }

  /** How each destination does that is to run; one that begins has none yet. */
  get reports(): DestinationReport[] {
    return this.#reports.filter(({ id, revision }) =>
      this.#wanted.tasks.some((task) => task.id === id && task.revision === revision),
    );
  }

  /** Sends to these from now on. A permit that says nothing of destinations leaves them as they are. */
  follow({ destinations, choice }: Pick<WorkerPermit, 'destinations' | 'choice'>): void {
    if (!destinations) return;
    const { whipTasks, tasks, ...rest } = destinations;
    const wanted = { choice, tasks: [...tasks, ...whipTasks], ...rest };
    if (isDeepStrictEqual(wanted, this.#wanted)) return;
    this.#wanted = wanted;
    this.#process.write(noteFrame(wanted));
    this.#changed.abort();
  }

  async start(): Promise<void> {
    this.#state = 'running';
    for (let failures = 0; !this.#isStopping; ) {
      const { signal } = this.#changed;
      if (this.#wanted.tasks.length > 0) {
        const status = await this.#run();
        this.#reports = [];
        // It has ended by itself where there was nothing left to send.
        const hasFailed = this.#wanted.tasks.length > 0 && !this.#isStopping;
        failures = hasFailed ? failures + 1 : 0;
        if (hasFailed) {
          this.#options.log.warn({ status }, 'destinations: the process has ended');
          await pause(backoffMs(failures - 1, restart));
        }
      } else await pause(Number.POSITIVE_INFINITY, signal);
      if (signal.aborted) this.#changed = new AbortController();
    }
  }

  /** Says goodbye to the servers. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#isStopping = true;
    this.#changed.abort();
    await this.#process.end();
    this.#state = 'stopped';
  }

  connected(): void {
    // Its first keyframe brings the tables.
  }

  message({ bytes, randomAccess }: FeedMessage): void | Promise<void> {
    if (randomAccess) this.#tables = randomAccess.tables;
    if (!this.#process.isRunning) return;
    if (randomAccess) this.#process.write(tablesFrame(this.#tables));
    return this.#process.write(messageFrame(bytes, randomAccess?.offset ?? null));
  }

  missed(): void {
    this.#process.write(interruptionFrame());
  }

  lost(): void {
    this.#tables = Buffer.alloc(0);
    this.#process.write(interruptionFrame());
  }

  async #run(): Promise<number> {
    const { workerId, log } = this.#options;
    log.info({ count: this.#wanted.tasks.length }, 'destinations: started');
    const ended = this.#process.run({ workerId } satisfies DestinationsTask);
    this.#process.write(noteFrame(this.#wanted));
    if (this.#tables.length > 0) this.#process.write(tablesFrame(this.#tables));
    return ended;
  }

  #onReport(line: string): void {
    const { data: told } = reportSchema.safeParse(parseJson(line));
    if (!told) return;
    if ('failure' in told) this.#options.faults.add('destinations', told.failure);
    else this.#reports = told.states;
  }
}
