import type { Frame } from 'node-av/lib';
import type { ProgramTask, WorkerSource } from '@/lib/contracts/worker-protocol';
import { pause } from '@/lib/core/pause';
import { pictureFrame, type Size } from '@/lib/media/frame';
import { drawSlate } from '@/lib/media/pictures/slate';
import { audioRateHz } from '@/lib/media/stereo';
import { FaultLog } from '../../control/fault-log';
import { StreamEncoder, soundMs, soundSamples } from '../made/stream-encoder';
import type { Source, SourceContext, SourceFeed } from '../source';
import type { CameraPicture } from './camera-picture';
import { type Cut, CutList } from './cut-list';
import { ProgramCamera } from './program-camera';

const usualSize: Size = { width: 1_280, height: 720 };
const keyframeIntervalSeconds = 2;
/**
 * From capture to program, where the switcher's picture is in time. Cameras arrive within it, the tally comes, and a camera is
 * made ready for its cut.
 */
const usualDelayMs = 500;
/** Time for the first task, which says the frame rate. */
const firstTaskMs = 3_000;
const defaultFps = 30;
/** Without a new frame for so long, a camera on air has no picture. */
const pictureLostMs = 2_000;
/** A camera is ready for its cut with a frame that is no older at that time. */
const readyMs = 500;
/** A worker that is further behind leaves out pictures. */
const maxLateMs = 500;
/** A clock that is further off than this was set. */
const maxClockOffMs = 100;
/** Limit of the packets of all cameras that are held. */
const maxHeldBytes = 96 * 1024 * 1024;
const samplesPerMs = audioRateHz / 1_000;

/**
 * Shows the camera on air: the event's program, with one size, one rate and timestamps without a gap. It takes the
 * cameras' packets from their workers, and decodes only the camera on air and the next one. A camera without a picture
 * leaves the slate.
 */
export class ProgramSource implements Source {
  readonly #context: SourceContext;
  readonly #faults: FaultLog;
  readonly #cuts = new CutList();
  readonly #cameras = new Map<string, ProgramCamera>();
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
  #task: ProgramTask | null = null;
  #encoder: StreamEncoder | undefined;
  #onFirstTask: () => void = () => undefined;

  constructor(
    { eventName }: Extract<WorkerSource, { kind: 'program' }>,
    context: SourceContext,
    size: Size = usualSize,
  ) {
    this.#size = size;
    this.#context = context;
    this.#faults = new FaultLog(context.log);
    this.#slatePlanes = drawSlate(eventName, size);
    this.#slate = pictureFrame(this.#slatePlanes, size);
  }

  follow(task: ProgramTask): void {
    this.#task = task;
    this.#cuts.follow(task.onAir);
    for (const cameraTask of task.cameras) {
      const camera = this.#cameras.get(cameraTask.streamId);
      if (camera) camera.follow(cameraTask);
      else this.#cameras.set(cameraTask.streamId, this.#newCamera(cameraTask));
    }
    this.#onFirstTask();
  }

  get videoEncoder(): string | undefined {
    return this.#encoder?.videoEncoder;
  }

  /** Fills the feed until `signal`. @throws FFmpegError when a picture cannot be encoded */
  async run(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    const firstTask = new Promise<void>((resolve) => {
      this.#onFirstTask = resolve;
    });
    if (!this.#task) await Promise.race([firstTask, pause(firstTaskMs, signal)]);
    const fps = this.#task?.fps ?? defaultFps;
    const encoder = new StreamEncoder({
      size: this.#size,
      fps,
      keyframeIntervalFrames: keyframeIntervalSeconds * fps,
      video: { preset: 'superfast', tune: 'zerolatency', crf: '22', 'x264-params': 'scenecut=0' },
      maxVideoBps: 4_000_000,
      audioBps: 128_000n,
    });
    this.#encoder = encoder;
    feed.connected();
    try {
      await this.#send(encoder, fps, feed, signal);
    } finally {
      encoder.close();
      for (const camera of this.#cameras.values()) camera.close();
      this.#slate.free();
    }
  }

  /** From capture to program. A change moves the pictures that are taken, and no timestamps. */
  get #delayMs(): number {
    return usualDelayMs + (this.#task?.switcherDelayMs ?? 0);
  }

  #newCamera(task: ProgramTask['cameras'][number]): ProgramCamera {
    const { limits, log } = this.#context;
    return new ProgramCamera(task, {
      limits,
      size: this.#size,
      delayMs: () => this.#delayMs,
      maxHeldBytes: () => maxHeldBytes / this.#cameras.size,
      faults: this.#faults,
      log,
    });
  }

  async #send(encoder: StreamEncoder, fps: number, feed: SourceFeed, signal: AbortSignal): Promise<void> {
    const startMs = Date.now();
    const startedMs = performance.now();
    const startDelayMs = this.#delayMs;
    /** From the program's own clock, which nobody sets, to the time of day. */
    let offMs = 0;
    let soundFrames = 0;
    for (let index = 0; !signal.aborted; index++) {
      const lateMs = performance.now() - startedMs - (index * 1_000) / fps;
      if (lateMs < 0) await pause(-lateMs, signal);
      else if (lateMs > maxLateMs) index += Math.floor((lateMs * fps) / 1_000);
      if (signal.aborted) return;
      const clockMs = startMs - startDelayMs + (index * 1_000) / fps;
      const setMs = Date.now() - startMs - (performance.now() - startedMs);
      if (Math.abs(setMs - offMs) > maxClockOffMs) offMs = setMs;
      const captureOffMs = offMs + startDelayMs - this.#delayMs;
      const picture = await this.#pictureAt(clockMs + captureOffMs, 1_000 / fps);
      await encoder.sendPicture(picture, clockMs, clockMs + captureOffMs, feed);
      for (; (soundFrames + 1) * soundMs <= (index * 1_000) / fps; soundFrames++) {
        const soundAtMs = startMs - startDelayMs + soundFrames * soundMs;
        encoder.sendSound(this.#soundAt(soundAtMs + captureOffMs), soundAtMs, feed);
      }
    }
  }

  /** The program's picture of a moment. @param ms the time of capture, since 1970 */
  async #pictureAt(ms: number, frameMs: number): Promise<Frame> {
    const cut = this.#cuts.due(ms + frameMs / 2) ?? this.#cuts.next;
    if (cut) await this.#prepare(cut, ms, frameMs);
    this.#release(cut);
    const camera = this.#camera;
    const picture = camera?.picture ?? camera?.open(ms);
    if (!camera || !picture) return this.#slate;
    const cameraMs = ms - camera.extraMs;
    await picture.advance(cameraMs, frameMs);
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
    this.#cuts.done(cut);
    if (camera === this.#camera) return;
    this.#fading = this.#camera;
    this.#isFading = true;
    this.#camera = camera;
    this.#context.log.info({ cameraId: cut.streamId, lateMs: Math.round(ms - cut.atMs) }, 'program: cut');
  }

  /** Decodes no camera but those that are shown, heard or next, and forgets those without a worker. */
  #release(cut: Cut | null): void {
    for (const camera of this.#cameras.values()) {
      const { streamId } = camera;
      const isUsed = camera === this.#camera || camera === this.#fading || streamId === cut?.streamId;
      if (isUsed) continue;
      camera.release();
      if (this.#task?.cameras.some((task) => task.streamId === streamId)) continue;
      camera.close();
      this.#cameras.delete(streamId);
    }
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
