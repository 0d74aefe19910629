import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'node-av/lib';
import type { CameraLimits, ReplayTask } from '@/lib/contracts/worker-protocol';
import { pause } from '@/lib/core/pause';
import type { Size } from '@/lib/media/frame';
import { audioRateHz } from '@/lib/media/stereo';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../../control/fault-log';
import { readStretchesFrom, type Stretch } from '../file/read-stretches';
import { PictureScaler } from '../made/picture-scaler';
import { CameraPicture } from '../program/camera-picture';
import { DatagramCutter } from '../pull/datagram-cutter';
import { PlayHead } from './play-head';

const readBytes = 64 * 1024;
/** Read ahead of what is shown, within a bound of memory. */
const aheadMs = 1_500;
const maxQueuedBytes = 8 * 1024 * 1024;
const fullMs = 10;
/** Frames that are shown before the last one may come behind it. */
const reorderedMs = 500;
/** The recorder writes five times a second. */
const growsMs = 200;
/** A recording that has not grown for so long has ended. */
const endedMs = 5_000;
/** Timestamps are rounded: a frame is due a little early. */
const roundingMs = 0.5;
const samplesPerMs = audioRateHz / 1_000;

export interface ReplayClipOptions {
  limits: CameraLimits;
  /** The replay's. */
  size: Size;
  faults: FaultLog;
  log: Logger;
}

/** A range of a recording, which may still go on: read ahead, decoded up to the moment that is shown. */
export class ReplayClip {
  readonly #task: NonNullable<ReplayTask['clip']>;
  readonly #faults: FaultLog;
  readonly #picture: CameraPicture;
  readonly #scaler: PictureScaler;
  readonly #closing = new AbortController();
  #head: PlayHead | null = null;
  /** The first moment that can be shown; null until it is known. */
  #beginMs: number | null = null;
  /** The moment up to which frames are wanted. */
  #wantedMs = 0;
  #cutter = this.#newCutter();
  #isRead = false;
  #isFailed = false;
  #scaledFrames = 0;

  /** Begins to read. */
  constructor(task: NonNullable<ReplayTask['clip']>, { limits, size, faults, log }: ReplayClipOptions) {
    this.#task = task;
    this.#faults = faults;
    this.#picture = new CameraPicture({ limits, choice: { program: null, audioTrack: null }, faults, log });
    this.#scaler = new PictureScaler(size);
    this.#read().catch((error: unknown) => {
      this.#isFailed = true;
      faults.add('replay: reading', error);
    });
  }

  get cue(): string {
    return this.#task.cue;
  }

  /** Whether it cannot be shown. */
  get isFailed(): boolean {
    return this.#isFailed;
  }

  /** Where it is; null until its first frame can be shown. */
  get head(): PlayHead | null {
    return this.#head;
  }

  /** Prepares its first frame. @returns whether that can be shown */
  async prepare(budgetMs: number): Promise<boolean> {
    if (this.#head) return true;
    if (this.#beginMs === null) return false;
    this.#wantedMs = this.#beginMs;
    await this.#picture.advance(this.#beginMs + roundingMs, budgetMs);
    const isDecoded = this.#isRead && this.#picture.queuedBytes === 0;
    if (!this.#picture.frame) {
      if (isDecoded) this.#isFailed = true;
      return false;
    }
    if (!this.#picture.hasLater && !isDecoded) return false;
    // From its beginning on, so that it is shown as long as each other.
    this.#head = new PlayHead(this.#picture.capturedMs, this.#task.toMs);
    return true;
  }

  /** The picture of a moment. @param clockMs the stream's time @throws Error when FFmpeg fails */
  async pictureAt(clockMs: number, budgetMs: number): Promise<Frame | null> {
    if (!this.#head) return null;
    this.#wantedMs = this.#head.positionAt(clockMs);
    await this.#picture.advance(this.#wantedMs + roundingMs, budgetMs);
    const { frame, frameCount } = this.#picture;
    if (frame && frameCount !== this.#scaledFrames) {
      this.#scaledFrames = frameCount;
      await this.#scaler.scale(frame).catch((error: unknown) => this.#faults.add('replay: scaling', error));
    }
    return this.#scaler.picture;
  }

  /** Adds its sound to a block, while a gain moves evenly. @param clockMs the time of the first sample */
  mixInto(block: Float32Array, clockMs: number, [from, to]: readonly [number, number]): void {
    if (!this.#head) return;
    this.#picture.sound.mixInto(block, Math.round(this.#head.positionAt(clockMs) * samplesPerMs), from, to);
  }

  close(): void {
    this.#closing.abort();
    this.#picture.close();
    this.#scaler.close();
  }

  #newCutter(): DatagramCutter {
    return new DatagramCutter((datagram) => this.#picture.addMessage(Buffer.from(datagram), null));
  }

  /** Reads until the end of the clip is there. */
  async #read(): Promise<void> {
    const { folder, fromMs } = this.#task;
    const { signal } = this.#closing;
    if (folder === null) throw new Error('Workers have no disk with recordings');
    let stretches = await readStretchesFrom(folder, fromMs);
    let grownMs = performance.now();
    for (let index = 0, at = 0; !signal.aborted; ) {
      const stretch = stretches[index];
      const before = at;
      if (stretch) {
        if (at === 0) at = await this.#begin(stretch);
        const isWhole = await this.#readStretch(folder, stretch, at, (bytes) => {
          at += bytes;
        });
        if (isWhole) break;
        if (stretches.length > index + 1) {
          index++;
          at = 0;
          continue;
        }
      }
      const nowMs = performance.now();
      if (at > before) grownMs = nowMs;
      else if (nowMs - grownMs > endedMs) break;
      await pause(growsMs, signal);
      stretches = await readStretchesFrom(folder, fromMs);
    }
    this.#isRead = true;
    if (this.#beginMs === null && !signal.aborted) throw new Error('The recording has no picture there');
  }

  /** @returns where to read */
  async #begin({ pts, wallUs, tables, from, isBreak }: Stretch): Promise<number> {
    this.#cutter = this.#newCutter();
    if (isBreak) {
      const { signal } = this.#closing;
      if (this.#beginMs !== null) {
        while (this.#picture.queuedBytes > 0 && !signal.aborted) await pause(fullMs, signal);
        if (signal.aborted) return from;
        this.#picture.interrupt();
      }
      const capturedMs = wallUs / 1_000;
      this.#picture.begin([{ reading: { pts, capturedMs }, tables, messages: [], bytes: 0 }]);
      this.#beginMs ??= Math.max(this.#task.fromMs, capturedMs);
    }
    return from;
  }

  /** @returns whether the clip's end was read */
  async #readStretch(
    folder: string,
    { file, to }: Stretch,
    from: number,
    onRead: (bytes: number) => void,
  ): Promise<boolean> {
    const { signal } = this.#closing;
    const handle = await open(path.join(folder, file));
    try {
      for (let at = from; !signal.aborted; ) {
        if (this.#picture.queuedUntilMs > this.#task.toMs + reorderedMs) return true;
        const isFull =
          this.#picture.queuedUntilMs > this.#wantedMs + aheadMs || this.#picture.queuedBytes > maxQueuedBytes;
        if (isFull) {
          await pause(fullMs, signal);
          continue;
        }
        const length = Math.min(readBytes, (to ?? Number.POSITIVE_INFINITY) - at);
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at);
        if (signal.aborted) return false;
        if (bytesRead === 0) return false;
        this.#cutter.addBytes(buffer.subarray(0, bytesRead));
        at += bytesRead;
        onRead(bytesRead);
      }
      return false;
    } finally {
      await handle.close();
    }
  }
}
