import type { Frame } from 'node-av/lib';
import { pause } from '@/lib/core/pause';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { splitAnnexB } from '@/lib/media/codecs/annex-b';
import type { Size } from '@/lib/media/frame';
import { audioRateHz } from '@/lib/media/stereo';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../../control/fault-log';
import { PictureEncoder } from '../made/picture-encoder';
import { StreamMuxer, soundMs, soundSamples } from '../made/stream-muxer';
import type { SourceFeed } from '../source';
import { CleanStretch, type StretchUnit } from './clean-stretch';
import type { Cut } from './cut-list';
import type { ProgramCameras } from './program-cameras';
import { UnitPlacer } from './unit-placer';

const tickMs = 10;
/** A camera is taken apart for so long at a time, and the other one and the sound wait. */
const budgetMs = 50;
/** Without a unit for so long, a camera on air has no picture. */
const pictureLostMs = 2_000;
const slateFps = 10;
/** More than any reordering of frames: what is shown before a cut is decoded by then. */
const maxReorderMs = 500;
/** A clock that is further off than this was set. */
const maxClockOffMs = 100;
const samplesPerMs = audioRateHz / 1_000;
const audioBps = 128_000n;

export interface CleanProgramOptions {
  cameras: Pick<ProgramCameras, 'cuts' | 'delayMs' | 'get' | 'keep'>;
  /** Shown without a camera. */
  slate: Frame;
  size: Size;
  feed: SourceFeed;
  faults: FaultLog;
  log: Logger;
}

/**
 * Sends the packets of the camera on air as they are. From a cut to the new camera's next keyframe it encodes that camera's
 * frames. The sound is encoded, so that it goes on from camera to camera.
 */
export class CleanProgram {
  readonly #options: CleanProgramOptions;
  readonly #muxer = new StreamMuxer({ audioBps });
  readonly #placer = new UnitPlacer();
  readonly #startMs = Date.now();
  readonly #startedMs = performance.now();
  /** When the sound began, by the program's own clock. */
  #soundFromMs: number | null = null;
  #nowMs = 0;
  #shown: CleanStretch | null = null;
  /** The stretch of the cut that comes. */
  #next: CleanStretch | null = null;
  #nextCut: Cut | null = null;
  /** The stretch that was shown, until its sound has faded. */
  #fading: CleanStretch | null = null;
  #isFading = false;
  #sentMs = Number.NEGATIVE_INFINITY;
  #slateEncoder: PictureEncoder | null = null;
  #slateMs = Number.NEGATIVE_INFINITY;
  #soundFrames = 0;
  /** From the program's own clock, which nobody sets, to the time of day. */
  #offMs = 0;

  constructor(options: CleanProgramOptions) {
    this.#options = options;
  }

  /** Sends until `signal`. @throws FFmpegError when the slate or sound cannot be encoded */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        await this.advance(this.#momentMs());
        await pause(tickMs, signal);
      }
    } finally {
      this.close();
    }
  }

  /** Sends what is due. @param ms the time of capture, in milliseconds since 1970, which only grows */
  async advance(ms: number): Promise<void> {
    this.#nowMs = ms;
    await this.#sendPicture(ms);
    this.#sendSound(ms);
  }

  close(): void {
    for (const stretch of [this.#shown, this.#next, this.#fading]) stretch?.close();
    this.#slateEncoder?.close();
    this.#muxer.close();
  }

  /** The time of capture of what is due, in milliseconds since 1970. */
  #momentMs(): number {
    const clockMs = this.#startMs + performance.now() - this.#startedMs;
    const setMs = Date.now() - clockMs;
    if (Math.abs(setMs - this.#offMs) > maxClockOffMs) this.#offMs = setMs;
    return clockMs + this.#offMs - this.#options.cameras.delayMs;
  }

  async #sendPicture(ms: number): Promise<void> {
    const { cameras, faults } = this.#options;
    const cut = cameras.cuts.due(ms) ?? cameras.cuts.next;
    try {
      const beginsMs = await this.#prepare(cut, ms);
      await this.#shown?.advance(ms, beginsMs ?? Number.POSITIVE_INFINITY, budgetMs, (unit) => this.#send(unit));
      if (cut && beginsMs !== null && beginsMs <= ms) await this.#cut(cut, beginsMs, ms);
    } catch (error) {
      faults.add('program: bridge', error);
    }
    const { camera: shown } = this.#shown ?? {};
    cameras.keep([shown, this.#fading?.camera, this.#next?.camera, cut ? cameras.get(cut.streamId) : null]);
    if (ms - this.#sentMs > pictureLostMs) await this.#sendSlate(ms);
  }

  /** Makes the camera of a cut ready. @returns from when on it can be shown; null while it cannot */
  async #prepare(cut: Cut | null, ms: number): Promise<number | null> {
    const { cameras } = this.#options;
    const camera = cut && cameras.get(cut.streamId);
    if (cut !== this.#nextCut || !camera) {
      this.#next?.close();
      this.#next = null;
      this.#nextCut = cut;
    }
    if (!cut || !camera) return null;
    if (camera === this.#shown?.camera) {
      if (cut.atMs <= ms) cameras.cuts.done(cut);
      return null;
    }
    // Frames that were sent stay.
    this.#next ??= new CleanStretch(camera, Math.max(cut.atMs, this.#untilMs));
    await this.#next.prepare(budgetMs);
    const { beginsMs } = this.#next;
    if (beginsMs === null || beginsMs > this.#untilMs) return beginsMs;
    // The program went on while this camera was not ready.
    this.#next.restart(this.#untilMs + 1);
    return this.#next.beginsMs;
  }

  async #cut(cut: Cut, beginsMs: number, ms: number): Promise<void> {
    const { cameras, log } = this.#options;
    await this.#sendRest(beginsMs);
    cameras.cuts.done(cut);
    this.#fading?.close();
    this.#fading = this.#shown;
    this.#isFading = true;
    this.#shown = this.#next;
    this.#next = null;
    this.#nextCut = null;
    // It gets as long as any other camera until the slate comes.
    this.#sentMs = ms;
    log.info({ cameraId: cut.streamId, lateMs: Math.round(beginsMs - cut.atMs) }, 'program: cut');
    await this.#shown?.advance(ms, Number.POSITIVE_INFINITY, budgetMs, (unit) => this.#send(unit));
  }

  /** Encodes the last frames before a cut where they cannot be decoded without one that is shown behind it. */
  async #sendRest(untilMs: number): Promise<void> {
    const { camera, extraMs, units } = this.#shown ?? {};
    if (!camera || !units?.first?.facts?.hasBFrames) return;
    const rest = new CleanStretch(camera, this.#untilMs + 1, extraMs);
    try {
      await rest.advance(untilMs + maxReorderMs, untilMs, Number.POSITIVE_INFINITY, (unit) => this.#send(unit));
    } finally {
      rest.close();
    }
  }

  /** Until when pictures are sent, by the program's time. */
  get #untilMs(): number {
    return this.#placer.untilMs + this.#offMs;
  }

  #send({ nals, isKeyframe, capturedMs, ms, dtsMs }: StretchUnit): void {
    const placed = this.#placer.place(ms - this.#offMs, dtsMs === null ? null : dtsMs - this.#offMs);
    this.#sentMs = this.#nowMs;
    this.#closeSlate();
    this.#muxer.sendUnit({ nals, isKeyframe, capturedMs, ...placed }, this.#options.feed);
  }

  async #sendSlate(ms: number): Promise<void> {
    if (ms < this.#slateMs + 1_000 / slateFps || ms <= this.#untilMs) return;
    const { size, slate, feed } = this.#options;
    this.#slateEncoder ??= new PictureEncoder({
      size,
      fps: slateFps,
      keyframeIntervalFrames: 2 * slateFps,
      video: { preset: 'superfast', tune: 'zerolatency', crf: '22' },
      maxVideoBps: null,
    });
    this.#slateMs = ms;
    for (const { data, isKeyframe } of await this.#slateEncoder.encode(slate, (ms - this.#offMs) * ticksPerMs)) {
      const placed = this.#placer.place(ms - this.#offMs, ms - this.#offMs);
      this.#muxer.sendUnit({ nals: splitAnnexB(data), isKeyframe, capturedMs: ms, ...placed }, feed);
    }
    this.#shown?.restart(this.#untilMs + 1);
  }

  #closeSlate(): void {
    this.#slateEncoder?.close();
    this.#slateEncoder = null;
  }

  #sendSound(ms: number): void {
    this.#soundFromMs ??= ms - this.#offMs;
    for (;;) {
      const clockMs = this.#soundFromMs + this.#soundFrames * soundMs;
      if (clockMs + soundMs + this.#offMs > ms) return;
      this.#soundFrames++;
      this.#muxer.sendSound(this.#soundAt(clockMs + this.#offMs), clockMs, this.#options.feed);
    }
  }

  /** The sound of {@link soundSamples} samples: after a cut, from one camera's to the other's. */
  #soundAt(ms: number): Float32Array {
    const block = new Float32Array(2 * soundSamples);
    const firstOf = ({ extraMs }: CleanStretch) => Math.round((ms - extraMs) * samplesPerMs);
    const [shown, fading] = [this.#shown, this.#fading];
    shown?.units.sound.mixInto(block, firstOf(shown), this.#isFading ? 0 : 1, 1);
    fading?.units.sound.mixInto(block, firstOf(fading), 1, 0);
    fading?.close();
    this.#fading = null;
    this.#isFading = false;
    return block;
  }
}
