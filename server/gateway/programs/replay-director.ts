import { storedReplayOutSchema } from '@/lib/contracts/replay-out';
import type { ReplayTask } from '@/lib/contracts/worker-protocol';
import { secondMs } from '@/lib/core/durations';
import type { Bus, BusMessage } from '@/lib/platform/bus/bus';
import { db } from '@/lib/platform/db/db';
import { Loop } from '@/lib/platform/process/loop';
import type { StreamRegistry } from '../reconciler/stream-registry';
import type { RecordingFolders } from '../recordings/recording-folders';
import type { ReplayControl } from '../worker-control/worker-control';
import { rateOf, readProgramEvents } from './read-program-events';

/** A lost task is repeated within a second. */
const repeat = { intervalMs: secondMs, retry: { firstMs: 100, capMs: 2 * secondMs } };
const storedReplay = storedReplayOutSchema.nullable();

export interface ReplayDirectorOptions {
  streams: Pick<StreamRegistry, 'values'>;
  control: ReplayControl;
  recordings: Pick<RecordingFolders, 'folderOf'>;
  bus: Pick<Bus, 'subscribe'>;
}

/** Tells the workers of this gateway's replays what to show, at each command. */
export class ReplayDirector {
  readonly #options: ReplayDirectorOptions;
  readonly #loop = new Loop({ name: 'replays', work: () => this.#direct(), ...repeat });
  #unsubscribe: () => Promise<void> = async () => undefined;

  constructor(options: ReplayDirectorOptions) {
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
    return message.type === 'stream_upsert' && this.#replays().some(({ id }) => id === message.streamId);
  }

  /** The replays that have a worker here. */
  #replays() {
    return this.#options.streams.values().flatMap(({ stream, worker }) => {
      const address = worker && !worker.stopping ? worker.address : null;
      const isReplay = stream.sourceKind === 'replay' && worker && address;
      return isReplay ? [{ id: stream.id, eventId: stream.eventId, workerId: worker.workerId, address }] : [];
    });
  }

  async #direct(): Promise<void> {
    const replays = this.#replays();
    if (replays.length === 0) return;
    const [rows, events] = await Promise.all([
      db().stream.findMany({
        where: { id: { in: replays.map(({ id }) => id) } },
        select: { id: true, replay: true },
      }),
      readProgramEvents(replays.map(({ eventId }) => eventId)),
    ]);
    for (const { id, eventId, workerId, address } of replays) {
      const row = rows.find((stream) => stream.id === id);
      const cameras = events.get(eventId)?.cameras.filter(({ streamId }) => streamId !== id) ?? [];
      // Nobody waits for a worker that hangs: the next round asks again.
      if (row) void this.#options.control.showReplay(workerId, address, this.#taskOf(row.replay, rateOf(cameras)));
    }
  }

  #taskOf(stored: unknown, fps: ReplayTask['fps']): ReplayTask {
    const replay = storedReplay.parse(stored);
    if (!replay) return { fps, clip: null, state: 'cued', speed: 1, sinceMs: 0 };
    const { clip, state, speed, since } = replay;
    const fromMs = Date.parse(clip.from) - clip.offset_ms;
    const toMs = Date.parse(clip.to) - clip.offset_ms;
    const folder = this.#options.recordings.folderOf(clip.recording_id);
    return { fps, clip: { cue: clip.cue, folder, fromMs, toMs }, state, speed, sinceMs: Date.parse(since) };
  }
}
