import { ticksPerMs } from '@/lib/core/timestamp33';
import type { LayerFormat } from '../../../media/layer-format';

/** A camera's keyframe that comes as soon as this is waited for. */
const soonMs = 150;
/** So far the decoder may be behind the camera: who watches already sees the first frame so much later. */
const maxDelayTicks = 100 * ticksPerMs;
/** A decoder that has been later for so many frames in a row does not keep up: it would show less than there is. */
const maxLateFrames = 15;
/** For so long a camera keeps its place. One whose keyframe does not come is encoded on, as transcoded cameras are. */
const slotTicks = 30 * 1_000 * ticksPerMs;

/** One access unit of a camera that is passed through. */
export interface PassedAccessUnit {
  nals: Buffer[];
  /** 90 kHz media clock. */
  ticks: number;
  /** A browser can start here. */
  isIdr: boolean;
}

export interface SourceBridgeOptions {
  /** Its place among the cameras of the machine: what it may encode there, or null where none is free. */
  slot: { take(): Promise<LayerFormat | null>; release(): void };
  /** Sends one access unit of the source layer. */
  send(nals: Buffer[], ticks: number): void;
  /** Encodes the camera's frames in this format, at their own size; null stops encoding. */
  setEncoding(format: LayerFormat | null): void;
  /** The next frame is to be encoded as a keyframe. */
  requestKeyframe(): void;
  onFault(error: unknown): void;
}

/**
 * - `through`: the camera's access units are sent.
 * - `starting`: still so, until the decoder is nearly as far as the camera is.
 * - `bridging`: the encoder's are sent, from the first frame on that the camera's was not sent of.
 * - `handing back`: the last of the encoder's, then the camera's, whose IDR picture has come.
 */
type State = 'through' | 'starting' | 'bridging' | 'handing back';

/**
 * The source layer of a camera that is passed through. Whoever comes to watch it needs an IDR picture, which the camera
 * sends when it likes. Until then the worker encodes what the camera shows; the camera's next IDR picture ends that. Each
 * frame is sent once, in order, either as the camera or as the worker encoded it.
 */
export class SourceBridge {
  readonly #options: SourceBridgeOptions;
  #state: State = 'through';
  #isTakingSlot = false;
  /** Times of the camera's latest access unit and of its latest IDR picture. */
  #latestTicks: number | undefined;
  #idrTicks: number | undefined;
  #gopTicks: number | undefined;
  #lateFrames = 0;
  /** It was given up in this GOP. */
  #isTooSlow = false;
  /** Time of the camera's last access unit before the encoder's. */
  #startTicks = 0;
  /** Time of the last access unit whose encoded frame was sent in place of the camera's. */
  #sentTicks: number | undefined;
  #keptBackTicks = Number.NEGATIVE_INFINITY;
  #held: PassedAccessUnit[] = [];

  constructor(options: SourceBridgeOptions) {
    this.#options = options;
  }

  /** Somebody needs a keyframe of the source layer. @returns whether one comes before the camera's next, or that is near */
  async request(): Promise<boolean> {
    if (this.#state === 'bridging') this.#options.requestKeyframe();
    if (this.#state !== 'through' || this.#isTakingSlot || this.#isIdrSoon) return true;
    if (this.#isTooSlow) return false;
    this.#isTakingSlot = true;
    try {
      const format = await this.#options.slot.take();
      if (!format) return this.#isIdrSoon;
      if (this.#isTakingSlot && !this.#isIdrSoon) this.#start(format);
      else this.#options.slot.release();
      return true;
    } catch (error) {
      this.#options.onFault(error);
      return false;
    } finally {
      this.#isTakingSlot = false;
    }
  }

  /** The camera's next access unit. */
  push(accessUnit: PassedAccessUnit): void {
    const { nals, ticks, isIdr } = accessUnit;
    if (isIdr) this.#onIdr(ticks);
    this.#latestTicks = ticks;
    switch (this.#state) {
      case 'bridging':
        this.#keptBackTicks = ticks;
        if (ticks - this.#startTicks > slotTicks) this.#options.slot.release();
        return;
      case 'handing back':
        this.#held.push(accessUnit);
        if (ticks - (this.#held[0]?.ticks ?? ticks) >= maxDelayTicks) this.end();
        return;
      default:
        this.#options.send(nals, ticks);
    }
  }

  /** @returns whether the decoder's next frame is to be encoded: the camera's own was kept back for it */
  isWanted(ticks: number): boolean {
    if (this.#state === 'starting') this.#onDecoded(ticks);
    if (this.#state === 'handing back' && ticks > this.#keptBackTicks) this.end();
    return this.#isEncoderSent && ticks > this.#startTicks;
  }

  /** The encoder's next access unit. */
  onEncoded(nals: Buffer[], ticks: number): void {
    if (!this.#isEncoderSent || ticks <= this.#startTicks) return;
    this.#sentTicks = ticks;
    this.#options.send(nals, ticks);
    if (this.#state === 'handing back' && ticks >= this.#keptBackTicks) this.end();
  }

  /** Sends the camera's own access units from now on. */
  end(): void {
    this.#isTakingSlot = false;
    if (this.#state === 'through') return;
    const held = this.#held;
    this.#held = [];
    this.#setState('through');
    this.#options.slot.release();
    this.#options.setEncoding(null);
    for (const { nals, ticks } of held) this.#options.send(nals, ticks);
  }

  /** Another encoder, or none: nothing is known of its keyframes. */
  restart(): void {
    this.end();
    this.#latestTicks = undefined;
    this.#idrTicks = undefined;
    this.#gopTicks = undefined;
  }

  /** By the last GOP. A camera whose keyframe is overdue has changed its ways. */
  get #isIdrSoon(): boolean {
    if (this.#latestTicks === undefined || this.#idrTicks === undefined) return true;
    if (this.#gopTicks === undefined) return false;
    const untilIdrMs = (this.#gopTicks - (this.#latestTicks - this.#idrTicks)) / ticksPerMs;
    return untilIdrMs >= 0 && untilIdrMs <= soonMs;
  }

  get #isEncoderSent(): boolean {
    return this.#state === 'bridging' || this.#state === 'handing back';
  }

  #start(format: LayerFormat): void {
    this.#lateFrames = 0;
    this.#setState('starting');
    this.#options.setEncoding(format);
  }

  #setState(state: State): void {
    this.#state = state;
    if (state !== 'bridging') return;
    this.#startTicks = this.#latestTicks ?? 0;
    this.#sentTicks = this.#latestTicks;
    this.#keptBackTicks = Number.NEGATIVE_INFINITY;
    this.#options.requestKeyframe();
  }

  #onDecoded(ticks: number): void {
    if ((this.#latestTicks ?? ticks) - ticks <= maxDelayTicks) this.#setState('bridging');
    else if (++this.#lateFrames > maxLateFrames) {
      this.#isTooSlow = true;
      this.end();
    }
  }

  #onIdr(ticks: number): void {
    if (this.#idrTicks !== undefined) this.#gopTicks = ticks - this.#idrTicks;
    this.#idrTicks = ticks;
    this.#isTooSlow = false;
    if (this.#state === 'starting') this.end();
    if (this.#state !== 'bridging') return;
    if (this.#sentTicks === this.#latestTicks) this.end();
    else this.#setState('handing back');
  }
}
