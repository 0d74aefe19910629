import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { Bridge } from './bridge';
import type { CameraUnits, QueuedUnit } from './camera-units';
import type { ProgramCamera } from './program-camera';

/** A camera whose newest frame is older than this at its cut has no picture. */
const readyMs = 500;
/** A camera whose clock is further off than this began anew. */
const maxOffMs = 500;
/** How far a keyframe moves a camera's clock: its readings waver, and its frames should come evenly. */
const maxStepMs = 0.5;

/** A camera's access unit at its place in the program. */
interface PlacedCameraUnit {
  unit: QueuedUnit;
  /** When it is shown, by the program's time, in milliseconds since 1970. */
  ms: number;
  /** When it is decoded, likewise; null: behind the one before. */
  dtsMs: number | null;
}

/** A stretch sends these: a unit of the camera, or one that was encoded here. */
export interface StretchUnit extends Omit<PlacedCameraUnit, 'unit'> {
  nals: Buffer[];
  isKeyframe: boolean;
  capturedMs: number;
}

/**
 * A camera in a clean program, from a cut on. Its frames are encoded until its next keyframe. From there on its own packets
 * are sent.
 */
export class CleanStretch {
  readonly camera: ProgramCamera;
  readonly units: CameraUnits;
  /** How much later than the others it is shown. It stays, so that its frames come evenly. */
  readonly extraMs: number;
  #fromMs: number;
  #bridge: Bridge | null;
  #breaks: number;
  #first: PlacedCameraUnit | null = null;
  /** The pts of the unit that was placed last, and where that went. */
  #anchor: { pts: number; ms: number } | null = null;
  #decodedMs = Number.NEGATIVE_INFINITY;

  /** @param fromMs the first moment that is shown, by the program's time */
  constructor(camera: ProgramCamera, fromMs: number, extraMs = camera.extraMs) {
    this.camera = camera;
    this.extraMs = extraMs;
    this.units = camera.openUnits(fromMs - this.extraMs);
    this.#fromMs = fromMs;
    this.#bridge = new Bridge(fromMs);
    this.#breaks = this.units.breaks;
  }

  /** From when on it can be shown; null while it has no picture. */
  get beginsMs(): number | null {
    const first = this.#peek();
    if (this.units.newestMs + this.extraMs < this.#fromMs - readyMs) return null;
    const isNew = this.#decodedMs === Number.NEGATIVE_INFINITY;
    return isNew && first ? Math.max(this.#fromMs, first.ms) : this.#fromMs;
  }

  /** Is shown from a later moment on. One whose own packets were sent begins anew at the next keyframe. */
  restart(fromMs: number): void {
    if (this.#bridge) this.#bridge.moveTo(fromMs);
    else this.#bridge = new Bridge(fromMs);
    this.#fromMs = fromMs;
  }

  /** Decodes what lies before its beginning. @param budgetMs it goes on with the next call after that long */
  async prepare(budgetMs: number): Promise<void> {
    const startedMs = performance.now();
    this.#noteBreak();
    for (let next = this.#peek(); next && next.ms < this.#fromMs; next = this.#peek()) {
      await this.#bridgeOver(next);
      if (performance.now() - startedMs > budgetMs) return;
    }
  }

  /**
   * Sends what is due.
   * @param ms up to this moment @param untilMs nothing that is shown from this moment on
   * @throws FFmpegError when frames cannot be encoded
   */
  async advance(ms: number, untilMs: number, budgetMs: number, send: (unit: StretchUnit) => void): Promise<void> {
    const startedMs = performance.now();
    for (;;) {
      this.#noteBreak();
      const next = this.#peek();
      this.#sendBridged(ms, untilMs, send);
      if (!next || (next.dtsMs ?? next.ms) > ms || performance.now() - startedMs > budgetMs) return;
      if (this.#bridge) {
        if (!this.#goesOn(next)) {
          await this.#bridgeOver(next);
          continue;
        }
        await this.#bridge.end();
        this.#sendBridged(ms, untilMs, send);
        if (this.#bridge.units.length > 0) return;
        this.#bridge.close();
        this.#bridge = null;
      }
      if (next.ms >= untilMs) return;
      const { unit, dtsMs } = next;
      this.#shift(next);
      send({ nals: unit.nals, isKeyframe: unit.isKeyframe, capturedMs: next.ms - this.extraMs, ms: next.ms, dtsMs });
    }
  }

  close(): void {
    this.#bridge?.close();
    this.#bridge = null;
    this.camera.closeUnits(this.units);
  }

  /** After a break nothing can be decoded before the next keyframe. */
  #noteBreak(): void {
    if (this.#breaks === this.units.breaks) return;
    this.#breaks = this.units.breaks;
    this.restart(Math.max(this.#fromMs, this.#decodedMs));
    this.#decodedMs = Number.NEGATIVE_INFINITY;
  }

  /** Whether the camera's own packets can be sent from this unit on. */
  #goesOn({ unit, ms }: PlacedCameraUnit): boolean {
    return unit.isIdr && this.units.track?.codec === 'h264' && ms >= this.#fromMs;
  }

  async #bridgeOver(next: PlacedCameraUnit): Promise<void> {
    this.#shift(next);
    const { track } = this.units;
    if (track) await this.#bridge?.add(next.unit, next.ms, track);
  }

  #sendBridged(ms: number, untilMs: number, send: (unit: StretchUnit) => void): void {
    const { units = [] } = this.#bridge ?? {};
    for (let [unit] = units; unit && unit.ms <= ms && unit.ms < untilMs; [unit] = units) {
      units.shift();
      send(Object.assign(unit, { dtsMs: unit.ms, capturedMs: unit.ms - this.extraMs }));
    }
  }

  #shift({ ms }: PlacedCameraUnit): void {
    this.units.shift();
    this.#first = null;
    this.#decodedMs = Math.max(this.#decodedMs, ms);
  }

  /** The unit that waits longest, at its place. */
  #peek(): PlacedCameraUnit | null {
    const unit = this.units.first;
    if (!unit) return null;
    if (this.#first?.unit !== unit) this.#first = this.#place(unit);
    return this.#first;
  }

  #place(unit: QueuedUnit): PlacedCameraUnit {
    const read = unit.capturedMs + this.extraMs;
    const counted = this.#anchor ? this.#anchor.ms + ticksBetween(this.#anchor.pts, unit.pts) / ticksPerMs : read;
    const off = read - counted;
    const step = unit.isKeyframe ? Math.max(-maxStepMs, Math.min(maxStepMs, off)) : 0;
    const ms = Math.abs(off) > maxOffMs ? read : counted + step;
    this.#anchor = { pts: unit.pts, ms };
    const isFirstInPacket = unit.pts === unit.packet.pts;
    const dtsMs = isFirstInPacket ? ms - Math.max(0, ticksBetween(unit.packet.dts, unit.pts)) / ticksPerMs : null;
    return { unit, ms, dtsMs };
  }
}
