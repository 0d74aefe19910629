import type { Frame } from 'node-av/lib';
import type { ProgramTask, WorkerSource } from '@/lib/contracts/worker-protocol';
import { pause } from '@/lib/core/pause';
import { pictureFrame, type Size } from '@/lib/media/frame';
import { drawSlate } from '@/lib/media/pictures/slate';
import { audioRateHz } from '@/lib/media/stereo';
import { FaultLog } from '../../control/fault-log';
import { SteadyStream } from '../made/steady-stream';
import { soundSamples } from '../made/stream-muxer';
import type { Source, SourceContext, SourceFeed } from '../source';
import type { CameraPicture } from './camera-picture';
import { CleanProgram } from './clean-program';
import type { Cut } from './cut-list';
import type { ProgramCamera } from './program-camera';
import { ProgramCameras } from './program-cameras';

const usualSize: Size = { width: 1_280, height: 720 };
/** Time for the first task, which says the frame rate. */
const firstTaskMs = 3_000;
const defaultFps = 30;
/** Without a new frame for so long, a camera on air has no picture. */
const pictureLostMs = 2_000;
/** A camera is ready for its cut with a frame that is no older at that time. */
const readyMs = 500;
const samplesPerMs = audioRateHz / 1_000;

/**
 * Shows the camera on air: the event's program, with one size, one rate and timestamps without a gap. It takes the
 * cameras' packets from their workers, and decodes only the camera on air and the next one. A camera without a picture
 * leaves the slate.
 */
export class ProgramSource implements Source {
  readonly #context: SourceContext;
  readonly #faults: FaultLog;
  readonly #cameras: ProgramCameras;
  readonly #size: Size;
  /** Kept, because the frame shows this memory. */
  readonly #slatePlanes: Buffer;
  readonly #slate: Frame;
  /** The camera that is shown. */
  #camera: ProgramCamera | null = null;
  /** The camera that was shown, until its sound has faded. */
  #fading: ProgramCamera | null = null;
  #isFading = false;
  /** The frame that was scaled last. */
  #scaledKey = '';
  #steady: SteadyStream | undefined;
  #onTask: () => void = () => undefined;

  constructor(
    { eventName }: Extract<WorkerSource, { kind: 'program' }>,
    context: SourceContext,
    size: Size = usualSize,
  ) {
    this.#size = size;
    this.#context = context;
    this.#faults = new FaultLog(context.log);
    const { limits, log } = context;
    this.#cameras = new ProgramCameras({ limits, size, faults: this.#faults, log });
    this.#slatePlanes = drawSlate(eventName, size);
    this.#slate = pictureFrame(this.#slatePlanes, size);
  }

  follow(task: ProgramTask): void {
    this.#cameras.follow(task);
    this.#onTask();
  }

  get videoEncoder(): string | undefined {
    return this.#steady?.videoEncoder;
  }

  /** Fills the feed until `signal`. @throws FFmpegError when a picture cannot be encoded */
  async run(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    const firstTask = new Promise<void>((resolve) => {
      this.#onTask = resolve;
    });
    if (!this.#cameras.task) await Promise.race([firstTask, pause(firstTaskMs, signal)]);
    try {
      while (!signal.aborted) await this.#runForm(feed, signal);
    } finally {
      this.#cameras.close();
      this.#slate.free();
    }
  }

  /** Runs the form of the last task until another one is asked for. */
  async #runForm(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    const changed = new AbortController();
    const form = this.#cameras.task?.form ?? 'steady';
    this.#onTask = () => {
      if (this.#cameras.task?.form !== form) changed.abort();
    };
    const ending = AbortSignal.any([signal, changed.signal]);
    feed.connected();
    if (form === 'clean') await this.#runClean(feed, ending);
    else await this.#runSteady(feed, ending);
    // Players begin anew: both forms have counters and a sound of their own.
    if (!signal.aborted) feed.lost();
    this.#cameras.cuts.restart();
  }

  #runClean(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    return new CleanProgram({
      cameras: this.#cameras,
      slate: this.#slate,
      size: this.#size,
      feed,
      faults: this.#faults,
      log: this.#context.log,
    }).run(signal);
  }

  async #runSteady(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    const steady = new SteadyStream({
      size: this.#size,
      fps: this.#cameras.task?.fps ?? defaultFps,
      feed,
      delayMs: () => this.#cameras.delayMs,
      pictureAt: ({ capturedMs }, frameMs) => this.#pictureAt(capturedMs, frameMs),
      soundAt: ({ capturedMs }) => this.#soundAt(capturedMs),
    });
    this.#steady = steady;
    try {
      await steady.send(signal);
    } finally {
      steady.close();
      this.#steady = undefined;
      this.#camera = null;
      this.#fading = null;
      this.#cameras.keep([]);
    }
  }

  /** The program's picture of a moment. @param ms the time of capture, since 1970 */
  async #pictureAt(ms: number, frameMs: number): Promise<Frame> {
    const { cuts } = this.#cameras;
    const cut = cuts.due(ms + frameMs / 2) ?? cuts.next;
    if (cut) await this.#prepare(cut, ms, frameMs);
    this.#cameras.keep([this.#camera, this.#fading, cut && this.#cameras.get(cut.streamId)]);
    const camera = this.#camera;
    const picture = camera?.picture ?? camera?.open(ms);
    if (!camera || !picture) return this.#slate;
    const cameraMs = ms - camera.extraMs;
    // The nearest frame: the latest would be half a frame behind the sound on average.
    await picture.advance(cameraMs + frameMs / 2, frameMs);
    // A frame that is late because the processor is busy is better than none.
    if (performance.now() - picture.decodedMs > pictureLostMs) return this.#slate;
    return (await this.#scale(camera, picture)) ?? this.#slate;
  }

  /** Decodes the camera of a cut up to it, and cuts when its time has come and its picture is there. */
  async #prepare(cut: Cut, ms: number, frameMs: number): Promise<void> {
    const camera = this.#cameras.get(cut.streamId);
    if (!camera) return;
    const isDue = cut.atMs <= ms + frameMs / 2;
    if (camera !== this.#camera) {
      const cameraMs = Math.max(cut.atMs, ms) - camera.extraMs;
      const picture = camera.open(cameraMs);
      await picture.advance(cameraMs, frameMs);
      if (!isDue || picture.capturedMs < cut.atMs - camera.extraMs - readyMs) return;
    } else if (!isDue) return;
    this.#cameras.cuts.done(cut);
    if (camera === this.#camera) return;
    this.#fading = this.#camera;
    this.#isFading = true;
    this.#camera = camera;
    this.#context.log.info({ cameraId: cut.streamId, lateMs: Math.round(ms - cut.atMs) }, 'program: cut');
  }

  async #scale({ scaler, streamId }: ProgramCamera, { frame, frameCount }: CameraPicture): Promise<Frame | null> {
    const key = `${streamId} ${frameCount}`;
    if (frame && key !== this.#scaledKey) {
      this.#scaledKey = key;
      await scaler.scale(frame).catch((error: unknown) => this.#faults.add('program: scaling', error));
    }
    return scaler.picture;
  }

  /** The sound of {@link soundSamples} samples: after a cut, from one camera's to the other's. */
  #soundAt(ms: number): Float32Array {
    const block = new Float32Array(2 * soundSamples);
    const firstOf = (camera: ProgramCamera) => Math.round((ms - camera.extraMs) * samplesPerMs);
    const { picture } = this.#camera ?? {};
    if (this.#camera && picture) picture.sound.mixInto(block, firstOf(this.#camera), this.#isFading ? 0 : 1, 1);
    if (this.#fading?.picture) this.#fading.picture.sound.mixInto(block, firstOf(this.#fading), 1, 0);
    this.#fading = null;
    this.#isFading = false;
    return block;
  }
}
