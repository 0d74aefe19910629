import type { Still } from '@/lib/contracts/worker-protocol';
import { sharedRun } from '@/lib/core/shared-run';
import { decodeKeyframe, type VideoCodec } from '@/lib/media/codecs/video-decoder';
import { encodeStill } from '@/lib/media/encode-still';
import type { FaultLog } from '../../control/fault-log';
import type { ProgramSubscriber, Tracks, TsProgram } from '../../program/ts-program';
import type { VideoUnit } from '../../program/video-track';
import type { Output, OutputState } from '../output';

/** Interval between two stills of a camera that stays. */
const intervalMs = 600_000;
/** The first still waits for the encoder's first second to pass, which is often blurred. */
const firstAfterMs = 3_000;

/** A keyframe with what is needed to decode it. */
interface Keyframe {
  codec: VideoCodec;
  maxPixels: number;
  data: Buffer;
  atMs: number;
}

export interface StillOutputOptions {
  program: Pick<TsProgram, 'subscribe'>;
  faults: FaultLog;
  /** Hands a still to the gateway. */
  send(still: Still): Promise<void>;
}

/**
 * Keeps a picture of the camera for the times without one. It takes one shortly after the camera is live, every ten
 * minutes, when the camera is gone, and when the worker ends.
 */
export class StillOutput implements Output, ProgramSubscriber {
  readonly #options: StillOutputOptions;
  #state: OutputState = 'starting';
  #video: Tracks['video'] = null;
  #liveAtMs: number | null = null;
  #takenAtMs = Number.NEGATIVE_INFINITY;
  /** The newest keyframe that no still was made of. */
  #keyframe: Keyframe | null = null;

  constructor(options: StillOutputOptions) {
    this.#options = options;
    options.program.subscribe('still', this);
  }

  get state(): OutputState {
    return this.#state;
  }

  async start(): Promise<void> {
    this.#state = 'running';
  }

  async stop(): Promise<void> {
    await this.#take();
    this.#state = 'stopped';
  }

  tracksChanged({ video }: Tracks): void {
    this.#video = video;
  }

  addVideoUnit({ isKeyframe, data }: VideoUnit): void {
    if (!isKeyframe || !this.#video) return;
    const { codec, maxPixels } = this.#video;
    const atMs = performance.now();
    this.#liveAtMs ??= atMs;
    this.#keyframe = { codec, maxPixels, data, atMs };
    if (atMs - this.#takenAtMs >= intervalMs && atMs - this.#liveAtMs >= firstAfterMs) void this.#take();
  }

  ended(): void {
    this.#liveAtMs = null;
    void this.#take();
  }

  /** Makes a still of the newest keyframe. One at a time; its errors are logged. */
  readonly #take = sharedRun(() => this.#makeAndSend());

  async #makeAndSend(): Promise<void> {
    const keyframe = this.#keyframe;
    if (!keyframe) return;
    const { codec, maxPixels, data, atMs } = keyframe;
    this.#keyframe = null;
    this.#takenAtMs = performance.now();
    try {
      const jpeg = await decodeKeyframe(codec, data, { maxPixels, use: (frame) => encodeStill(frame) });
      if (jpeg) await this.#options.send({ jpeg: jpeg.toString('base64'), agoMs: performance.now() - atMs });
    } catch (error) {
      this.#options.faults.add('still', error);
    }
  }
}
