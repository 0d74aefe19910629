import type { CameraLimits, FeedChoice, RelayedFeed } from '@/lib/contracts/worker-protocol';
import { clamp } from '@/lib/core/clamp';
import { median } from '@/lib/core/median';
import type { Size } from '@/lib/media/frame';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../../control/fault-log';
import { PictureScaler } from '../made/picture-scaler';
import { RelayedFeedReader, type RelayedKeyframe } from '../relayed/relayed-feed-reader';
import { CameraPicture } from './camera-picture';
import { CameraUnits } from './camera-units';
import { HeldPackets } from './held-packets';

/** A frame is shown only once all of it has come: a keyframe's last byte comes later than its first. */
const frameMs = 100;
/** A camera that is later than this is shown as it comes. */
const maxExtraMs = 5_000;
/** Steps of a camera's extra delay, so that it stays while the way changes little. */
const extraStepMs = 100;
const measuredKeyframes = 9;

export interface ProgramCameraOptions {
  limits: CameraLimits;
  /** The program's. */
  size: Size;
  /** From capture to the program, for cameras that are no later. */
  delayMs(): number;
  /** Limit of the packets that are held. */
  maxHeldBytes(): number;
  faults: FaultLog;
  log: Logger;
}

/** A camera that the program may show: holds its last packets, and decodes them while it is on air or about to be. */
export class ProgramCamera {
  readonly scaler: PictureScaler;
  readonly #options: ProgramCameraOptions;
  readonly #held: HeldPackets;
  readonly #reader: RelayedFeedReader;
  #task: RelayedFeed;
  #picture: CameraPicture | null = null;
  readonly #units = new Set<CameraUnits>();
  /** How long after their capture the last keyframes came. */
  #latesMs: number[] = [];
  #extraMs = 0;

  constructor(task: RelayedFeed, options: ProgramCameraOptions) {
    this.#task = task;
    this.#options = options;
    this.scaler = new PictureScaler(options.size);
    this.#held = new HeldPackets(() => options.delayMs() + maxExtraMs);
    this.#reader = new RelayedFeedReader(task, {
      message: (message, keyframe) => this.#take(message, keyframe),
      interrupt: () => this.#interrupt(),
      ended: () => {
        this.#latesMs = [];
      },
      onFailure: (error) => options.faults.add('program: feed of a camera', error),
    });
  }

  get streamId(): string {
    return this.#task.streamId;
  }

  /** How much later than the others it is shown, because its packets come later. */
  get extraMs(): number {
    return this.#extraMs;
  }

  /** Its picture; null while it is not decoded. */
  get picture(): CameraPicture | null {
    return this.#picture;
  }

  /** Its worker is another one, or its choice has changed. */
  follow(task: RelayedFeed): void {
    const { program, audioTrack } = this.#task;
    this.#task = task;
    if (task.program !== program || task.audioTrack !== audioTrack) {
      this.release();
      for (const units of this.#units) units.choose(this.#choice);
    }
    this.#reader.follow(task);
  }

  /** Begins to decode. @param fromMs the first moment that is wanted, in milliseconds since 1970 */
  open(fromMs: number): CameraPicture {
    if (this.#picture) return this.#picture;
    this.#picture = new CameraPicture(this.#unitsOptions);
    this.#picture.begin(this.#held.from(fromMs));
    return this.#picture;
  }

  /** Takes it apart, from the last keyframe before a moment on. @param fromMs since 1970 */
  openUnits(fromMs: number): CameraUnits {
    const units = new CameraUnits(this.#unitsOptions);
    units.begin(this.#held.from(fromMs));
    this.#units.add(units);
    return units;
  }

  /** Takes it apart no longer. */
  closeUnits(units: CameraUnits): void {
    units.close();
    this.#units.delete(units);
  }

  /** Decodes no longer. */
  release(): void {
    this.#picture?.close();
    this.#picture = null;
  }

  close(): void {
    this.#reader.close();
    this.release();
    for (const units of this.#units) this.closeUnits(units);
    this.scaler.close();
  }

  get #unitsOptions() {
    const { limits, faults, log } = this.#options;
    return { limits, choice: this.#choice, faults, log: log.child({ cameraId: this.streamId }) };
  }

  get #choice(): FeedChoice {
    const { program, audioTrack } = this.#task;
    return { program, audioTrack };
  }

  #take(message: Buffer, keyframe: RelayedKeyframe | null): void {
    if (keyframe) this.#measure(Date.now() - keyframe.reading.capturedMs);
    this.#held.add(message, keyframe, this.#options.maxHeldBytes());
    const reading = keyframe?.reading ?? null;
    this.#picture?.addMessage(message, reading);
    for (const units of this.#units) units.addMessage(message, reading);
  }

  /** One late keyframe changes nothing, as a network or a processor may hesitate. */
  #measure(lateMs: number): void {
    this.#latesMs = [...this.#latesMs, lateMs].slice(-measuredKeyframes);
    const extraMs = (median(this.#latesMs) ?? 0) + frameMs - this.#options.delayMs();
    this.#extraMs = clamp(Math.ceil(extraMs / extraStepMs) * extraStepMs, 0, maxExtraMs);
  }

  #interrupt(): void {
    this.#held.clear();
    this.#picture?.interrupt();
    for (const units of this.#units) units.interrupt();
  }
}
