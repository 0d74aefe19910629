import type { Frame } from 'node-av/lib';
import type { FileFault } from '@/lib/contracts/file-faults';
import type { ReplayTask, WorkerSource } from '@/lib/contracts/worker-protocol';
import { pause } from '@/lib/core/pause';
import { pictureFrame, type Size } from '@/lib/media/frame';
import { drawSlate } from '@/lib/media/pictures/slate';
import { FaultLog } from '../../control/fault-log';
import { SteadyStream } from '../made/steady-stream';
import { soundSamples } from '../made/stream-muxer';
import type { Source, SourceContext, SourceFeed } from '../source';
import { ReplayClip } from './replay-clip';

const usualSize: Size = { width: 1_280, height: 720 };
/** Time for the first task, which says the frame rate. */
const firstTaskMs = 3_000;
const defaultFps = 30;
/** A command that a new worker finds older than this was carried out by another one. */
const oldCommandMs = 2_000;

/**
 * Plays clips of recordings as one stream without an end. A clip that is cued stands on its first frame, and the last frame
 * of one stays until the next one is there. Before the first clip there is a slate.
 */
export class ReplaySource implements Source {
  readonly #context: SourceContext;
  readonly #faults: FaultLog;
  readonly #size: Size;
  /** Kept, because the frame shows this memory. */
  readonly #slatePlanes: Buffer;
  readonly #slate: Frame;
  #task: ReplayTask | null = null;
  /** The command that was carried out last. */
  #cue: string | null = null;
  #sinceMs: number | null = null;
  /** The clip that is shown, and the one that takes its place when its first frame is there. */
  #clip: ReplayClip | null = null;
  #loading: ReplayClip | null = null;
  /** How much of the clip that loads another worker has played. */
  #playedMs = 0;
  #isHeard = false;
  #fault: FileFault | undefined;
  #onFirstTask: () => void = () => undefined;

  constructor({ name }: Extract<WorkerSource, { kind: 'replay' }>, context: SourceContext, size: Size = usualSize) {
    this.#context = context;
    this.#faults = new FaultLog(context.log);
    this.#size = size;
    this.#slatePlanes = drawSlate(name, size);
    this.#slate = pictureFrame(this.#slatePlanes, size);
  }

  get fileFault(): FileFault | undefined {
    return this.#fault;
  }

  replay(task: ReplayTask): void {
    this.#task = task;
    this.#onFirstTask();
  }

  /** Fills the feed until `signal`. @throws FFmpegError when a picture cannot be encoded */
  async run(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    const firstTask = new Promise<void>((resolve) => {
      this.#onFirstTask = resolve;
    });
    if (!this.#task) await Promise.race([firstTask, pause(firstTaskMs, signal)]);
    const steady = new SteadyStream({
      size: this.#size,
      fps: this.#task?.fps ?? defaultFps,
      feed,
      delayMs: () => 0,
      pictureAt: ({ clockMs }, frameMs) => this.#pictureAt(clockMs, frameMs),
      soundAt: ({ clockMs }) => this.#soundAt(clockMs),
    });
    feed.connected();
    try {
      await steady.send(signal);
    } finally {
      steady.close();
      this.#clip?.close();
      this.#loading?.close();
      this.#slate.free();
    }
  }

  async #pictureAt(clockMs: number, frameMs: number): Promise<Frame> {
    this.#obey(clockMs);
    if (this.#loading) await this.#prepare(this.#loading, clockMs, frameMs);
    return (await this.#clip?.pictureAt(clockMs, frameMs)) ?? this.#slate;
  }

  /** Carries out a command that has come. */
  #obey(clockMs: number): void {
    const task = this.#task;
    if (!task) return;
    const { clip, state, sinceMs, speed } = task;
    const isOther = (clip?.cue ?? null) !== this.#cue;
    if (!isOther && sinceMs === this.#sinceMs) return;
    const isFirst = this.#sinceMs === null;
    this.#cue = clip?.cue ?? null;
    this.#sinceMs = sinceMs;
    if (!clip) {
      this.#clip?.close();
      this.#loading?.close();
      this.#clip = null;
      this.#loading = null;
      this.#setFault(undefined);
    } else if (isOther || this.#isReloaded(task, clockMs)) {
      const { limits, log } = this.#context;
      this.#loading?.close();
      this.#loading = new ReplayClip(clip, { limits, size: this.#size, faults: this.#faults, log });
      const agoMs = Date.now() - sinceMs;
      this.#playedMs = isFirst && state === 'playing' && agoMs > oldCommandMs ? agoMs * speed : 0;
      this.#setFault(undefined);
    } else if (!this.#loading) this.#move(clockMs);
  }

  /** Whether the clip that is shown has to begin anew. */
  #isReloaded({ state }: ReplayTask, clockMs: number): boolean {
    if (this.#loading) return false;
    const head = this.#clip?.head;
    if (!head || this.#clip?.cue !== this.#cue) return true;
    return state === 'playing' ? head.isAtEnd(clockMs) : state === 'cued' && !head.isAtBeginning(clockMs);
  }

  async #prepare(clip: ReplayClip, clockMs: number, budgetMs: number): Promise<void> {
    if (await clip.prepare(budgetMs)) {
      this.#clip?.close();
      this.#clip = clip;
      this.#loading = null;
      this.#isHeard = false;
      clip.head?.skip(this.#playedMs, clockMs);
      this.#move(clockMs);
      this.#context.log.info({ cue: clip.cue }, 'replay: a clip is cued');
    } else if (clip.isFailed) {
      clip.close();
      this.#loading = null;
      this.#setFault('unreadable');
    }
  }

  #move(clockMs: number): void {
    const { state, speed } = this.#task ?? { state: 'cued', speed: 1 };
    this.#clip?.head?.move(state === 'playing' ? speed : 0, clockMs);
  }

  #setFault(fault: FileFault | undefined): void {
    if (fault === this.#fault) return;
    this.#fault = fault;
    this.#context.reportNow();
  }

  /** The sound of {@link soundSamples} samples: the clip's own at its own speed, and silence otherwise. */
  #soundAt(clockMs: number): Float32Array {
    const block = new Float32Array(2 * soundSamples);
    const head = this.#clip?.head;
    const isHeard = head !== undefined && head !== null && head.speed === 1 && !head.isAtEnd(clockMs);
    if (isHeard || this.#isHeard) this.#clip?.mixInto(block, clockMs, [Number(this.#isHeard), Number(isHeard)]);
    this.#isHeard = isHeard;
    return block;
  }
}
