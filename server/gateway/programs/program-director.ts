import type { ProgramTask } from '@/lib/contracts/worker-protocol';
import { secondMs } from '@/lib/core/durations';
import type { Bus, BusMessage } from '@/lib/platform/bus/bus';
import { Loop } from '@/lib/platform/process/loop';
import type { StreamRegistry } from '../reconciler/stream-registry';
import { relayedFeedOf } from '../worker-control/relayed-feed';
import type { ProgramControl, WorkerTokens } from '../worker-control/worker-control';
import { type ProgramEvent, rateOf, readProgramEvents } from './read-program-events';

/** A lost task is repeated within a second, and so are cameras whose worker is another one. */
const repeat = { intervalMs: secondMs, retry: { firstMs: 100, capMs: 2 * secondMs } };

export interface ProgramDirectorOptions {
  streams: Pick<StreamRegistry, 'values'>;
  control: ProgramControl;
  workerTokens: WorkerTokens;
  bus: Pick<Bus, 'subscribe'>;
}

/** Tells the workers of this gateway's programs which cameras there are and which one is on air, at each change. */
export class ProgramDirector {
  readonly #options: ProgramDirectorOptions;
  readonly #loop = new Loop({ name: 'programs', work: () => this.#direct(), ...repeat });
  #unsubscribe: () => Promise<void> = async () => undefined;

  constructor(options: ProgramDirectorOptions) {
    this.#options = options;
  }

  /** @throws Error when there is no bus */
  async start(): Promise<void> {
    this.#unsubscribe = await this.#options.bus.subscribe({
      onMessage: (message) => {
        if (this.#isConcerned(message)) this.#loop.wake();
      },
      onResync: () => this.#loop.wake(),
    });
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#unsubscribe();
    await this.#loop.stop();
  }

  #isConcerned(message: BusMessage): boolean {
    return message.type === 'tally_upsert' && this.#programs().some(({ eventId }) => eventId === message.eventId);
  }

  /** The programs that have a worker here. */
  #programs() {
    return this.#options.streams.values().flatMap(({ stream, worker }) => {
      const address = worker && !worker.stopping ? worker.address : null;
      const isProgram = stream.sourceKind === 'program' && worker && address;
      return isProgram ? [{ id: stream.id, eventId: stream.eventId, workerId: worker.workerId, address }] : [];
    });
  }

  async #direct(): Promise<void> {
    const programs = this.#programs();
    if (programs.length === 0) return;
    const events = await readProgramEvents(programs.map(({ eventId }) => eventId));
    for (const { id, eventId, workerId, address } of programs) {
      const event = events.get(eventId);
      // Nobody waits for a worker that hangs: the next round asks again.
      if (event) void this.#options.control.showProgram(workerId, address, this.#taskOf(event, id));
    }
  }

  #taskOf({ cameras, onAir, switcherDelayMs, form }: ProgramEvent, programId: string): ProgramTask {
    return {
      fps: rateOf(cameras),
      cameras: cameras.map((camera) => relayedFeedOf(camera, this.#options.workerTokens)),
      // A camera that became the program may be mapped still.
      onAir: onAir && { ...onAir, streamIds: onAir.streamIds.filter((id) => id !== programId) },
      switcherDelayMs,
      form,
    };
  }
}
