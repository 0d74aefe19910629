import { ticksPerMs } from '@/lib/core/timestamp33';
import type { LayerFormat } from './layer-format';

/** A camera's keyframe within this time is waited for. */
const soonMs = 150;
/**
 * How far the decoder may be behind the camera: viewers who already watch see the first bridged frame this much later.
 */
const maxDelayTicks = 100 * ticksPerMs;
/** A decoder that is late for this many frames in a row cannot keep up, and would show fewer frames. */
const maxLateFrames = 15;
/** How long a camera keeps its place. A camera without keyframes is encoded further, as transcoded ones are. */
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
  /** Its place among the machine's cameras: the format to encode there, or null when none is free. */
  slot: { take(): Promise<LayerFormat | null>; release(): void };
  /** Sends one access unit of the source layer. */
  send(nals: Buffer[], ticks: number): void;
  /** Encodes the camera's frames in this format, at their own size; null stops. */
  setEncoding(format: LayerFormat | null): void;
  /** Makes the next encoded frame a keyframe. */
  requestKeyframe(): void;
  onFault(error: unknown): void;
}

type State =
  /** The camera's access units are sent. */
  | 'through'
  /** They still are, until the decoder has nearly caught up. */
  | 'starting'
  /** The encoder's are sent, from the first frame on that was not sent from the camera. */
  | 'bridging'
  /** The camera's IDR picture has come; the encoder's last access units go out before it. */
  | 'handing back';

/**
 * The source layer of a passed-through camera. A new viewer needs an IDR picture, which the camera sends when it likes.
 * Until then the worker encodes the camera's frames, and each frame is sent once, in order, from either the camera or
 * the encoder.
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
  /** Bridging was given up in this GOP. */
  #isTooSlow = false;
  /** Time of the camera's last access unit before the encoder's. */
  #startTicks = 0;
  /** Time of the last access unit whose encoded frame replaced the camera's. */
  #sentTicks: number | undefined;
  #keptBackTicks = Number.NEGATIVE_INFINITY;
  #held: PassedAccessUnit[] = [];

  constructor(options: SourceBridgeOptions) {
    this.#options = options;
  }

  /**
   * Requests a keyframe of the source layer.
   * @returns whether one comes before the camera's next, or the camera's is near
   */
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
  addAccessUnit(accessUnit: PassedAccessUnit): void {
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

  /** @returns whether to encode the decoder's next frame, because the camera's own was kept back */
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

  /** The encoder is another one, or gone: its keyframe interval is unknown. */
  restart(): void {
    this.end();
    this.#latestTicks = undefined;
    this.#idrTicks = undefined;
    this.#gopTicks = undefined;
  }

  /** Estimated from the last GOP. A camera with an overdue keyframe has changed its interval. */
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
