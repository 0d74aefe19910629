import type { WorkerAddress } from '@/lib/contracts/worker-protocol';
import { secondMs } from '@/lib/core/durations';
import type { Bus, BusMessage } from '@/lib/platform/bus/bus';
import { Loop } from '@/lib/platform/process/loop';
import type { StreamRegistry } from '../reconciler/stream-registry';
import type { LeasedStream } from '../store/leased-stream';

/** A lost task is repeated within a second, and so are cameras whose worker is another one. */
const repeat = { intervalMs: secondMs, retry: { firstMs: 100, capMs: 2 * secondMs } };

/** A stream of this gateway with its worker, which is told what to show. */
export interface DirectedWorker {
  id: string;
  eventId: string;
  workerId: string;
  address: WorkerAddress;
}

export interface DirectedWorkersOptions {
  /** The source of the streams that are meant. */
  sourceKind: LeasedStream['sourceKind'];
  streams: Pick<StreamRegistry, 'values'>;
  bus: Pick<Bus, 'subscribe'>;
  /** The stream or the event whose workers show something else by a message; null for any other message. */
  concernedBy(message: BusMessage): Partial<Pick<DirectedWorker, 'id' | 'eventId'>> | null;
  /** Tells workers their tasks. Nobody waits for one that hangs: the next round asks again. */
  direct(workers: DirectedWorker[]): Promise<void>;
}

/** The workers of this gateway's streams of one kind, told their tasks at each change and once a second. */
export class DirectedWorkers {
  readonly #options: DirectedWorkersOptions;
  readonly #loop: Loop;
  #unsubscribe: () => Promise<void> = async () => undefined;

  constructor(options: DirectedWorkersOptions) {
    this.#options = options;
    this.#loop = new Loop({ name: `${options.sourceKind}s`, work: () => this.#direct(), ...repeat });
  }

  /** @throws Error when there is no bus */
  async start(): Promise<void> {
    const { bus, concernedBy } = this.#options;
    this.#unsubscribe = await bus.subscribe({
      onMessage: (message) => {
        const meant = concernedBy(message);
        const isMeant = ({ id, eventId }: DirectedWorker) => id === meant?.id || eventId === meant?.eventId;
        if (meant && this.#workers().some(isMeant)) this.#loop.wake();
      },
      onResync: () => this.#loop.wake(),
    });
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#unsubscribe();
    await this.#loop.stop();
  }

  #workers(): DirectedWorker[] {
    return this.#options.streams.values().flatMap(({ stream, worker }) => {
      const address = worker && !worker.stopping ? worker.address : null;
      const isMeant = stream.sourceKind === this.#options.sourceKind && worker && address;
      return isMeant ? [{ id: stream.id, eventId: stream.eventId, workerId: worker.workerId, address }] : [];
    });
  }

  async #direct(): Promise<void> {
    const workers = this.#workers();
    if (workers.length > 0) await this.#options.direct(workers);
  }
}
