import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { CameraLimits, ProgramTask } from '@/lib/contracts/worker-protocol';
import { stayConnected } from '@/lib/core/backoff';
import { clamp } from '@/lib/core/clamp';
import { median } from '@/lib/core/median';
import type { Size } from '@/lib/media/frame';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../../control/fault-log';
import { FeedFrameReader, feedMark, type KeyframeReading } from '../../feed/feed-frames';
import { PictureScaler } from '../made/picture-scaler';
import { CameraPicture } from './camera-picture';
import { HeldPackets } from './held-packets';

const reconnect = { firstMs: 100, capMs: 2_000 };
const answerTimeoutMs = 5_000;
/** A machine that is gone is noticed within half a minute, because it does not answer these. */
const keepAliveMs = 5_000;
/** A frame is shown only once all of it has come: a keyframe's last byte comes later than its first. */
const frameMs = 100;
/** A camera that is later than this is shown as it comes. */
const maxExtraMs = 5_000;
/** Steps of a camera's extra delay, so that it stays while the way changes little. */
const extraStepMs = 100;
const measuredKeyframes = 9;

export type CameraTask = ProgramTask['cameras'][number];

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
  readonly #stopping = new AbortController();
  #task: CameraTask;
  /** The connection of the present address. */
  #connection = new AbortController();
  #picture: CameraPicture | null = null;
  /** How long after their capture the last keyframes came. */
  #latesMs: number[] = [];
  #extraMs = 0;

  constructor(task: CameraTask, options: ProgramCameraOptions) {
    this.#task = task;
    this.#options = options;
    this.scaler = new PictureScaler(options.size);
    this.#held = new HeldPackets(() => options.delayMs() + maxExtraMs);
    void stayConnected((worked) => this.#receive(worked), {
      ...reconnect,
      signal: this.#stopping.signal,
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
  follow(task: CameraTask): void {
    const { url, token, program, audioTrack } = this.#task;
    this.#task = task;
    if (task.program !== program || task.audioTrack !== audioTrack) this.release();
    if (task.url !== url || task.token !== token) this.#connection.abort();
  }

  /** Begins to decode. @param fromMs the first moment that is wanted, in milliseconds since 1970 */
  open(fromMs: number): CameraPicture {
    if (this.#picture) return this.#picture;
    const { limits, faults, log } = this.#options;
    const { program, audioTrack, streamId } = this.#task;
    this.#picture = new CameraPicture({
      limits,
      choice: { program, audioTrack },
      faults,
      log: log.child({ cameraId: streamId }),
    });
    this.#picture.begin(this.#held.from(fromMs));
    return this.#picture;
  }

  /** Decodes no longer. */
  release(): void {
    this.#picture?.close();
    this.#picture = null;
  }

  close(): void {
    this.#stopping.abort();
    this.#connection.abort();
    this.release();
    this.scaler.close();
  }

  /** Takes the camera's packets until the connection ends. @throws Error when there is none */
  async #receive(worked: () => void): Promise<void> {
    this.#connection = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, this.#connection.signal]);
    const { url, token } = this.#task;
    const headers = { authorization: `Bearer ${token}` };
    const request = http.request(url, { headers, signal, agent: false });
    request.setSocketKeepAlive(true, keepAliveMs);
    const timer = setTimeout(() => request.destroy(new Error('The camera does not answer')), answerTimeoutMs);
    try {
      request.end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      clearTimeout(timer);
      if (response.statusCode !== 200) throw new Error(`The camera's worker answered ${response.statusCode}`);
      worked();
      await this.#read(response);
    } catch (error) {
      // Another address, or the end.
      if (!signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
      request.destroy();
      this.#latesMs = [];
      this.#interrupt();
    }
  }

  async #read(response: IncomingMessage): Promise<void> {
    let reading: KeyframeReading | null = null;
    let tables: Buffer = Buffer.alloc(0);
    const reader = new FeedFrameReader(feedMark, {
      start: () => undefined,
      setTables: (bytes) => {
        tables = bytes;
      },
      note: (note) => {
        reading = note as KeyframeReading;
      },
      interrupt: () => this.#interrupt(),
      message: (message, offset) => {
        this.#take(message, offset === null || !reading ? null : { reading, tables, offset });
        reading = null;
      },
    });
    for await (const chunk of response) reader.addBytes(chunk as Buffer);
  }

  #take(message: Buffer, entry: { reading: KeyframeReading; tables: Buffer; offset: number } | null): void {
    const { pts = null, capturedMs = 0 } = entry?.reading ?? {};
    const keyframe = entry && pts !== null ? { ...entry, reading: { pts, capturedMs } } : null;
    if (keyframe) this.#measure(Date.now() - capturedMs);
    this.#held.add(message, keyframe, this.#options.maxHeldBytes());
    this.#picture?.addMessage(message, keyframe?.reading ?? null);
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
  }
}
