import { type CodecContext, FFmpegError, type Frame } from 'node-av/lib';
import type { CameraLimits, FeedChoice } from '@/lib/contracts/worker-protocol';
import { RestartPause } from '@/lib/core/restart-pause';
import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { AudioDecoder } from '@/lib/media/codecs/audio-decoder';
import { makeVideoDecoder } from '@/lib/media/codecs/video-decoder';
import { newFrame, newPacket } from '@/lib/media/frame';
import { MediaClock } from '@/lib/media/media-clock';
import type { AudioStream } from '@/lib/media/mpegts/elementary-stream';
import { audioRateHz, samplesOf } from '@/lib/media/stereo';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../../control/fault-log';
import type { KeyframeReading } from '../../feed/feed-frames';
import { TsProgram } from '../../program/ts-program';
import type { VideoTrack, VideoUnit } from '../../program/video-track';
import type { HeldGop } from './held-packets';
import { SoundRing } from './sound-ring';

/** A camera's 15 seconds at 8 Mbit/s. More waits only for a processor that does not keep up. */
const maxQueuedBytes = 16 * 1024 * 1024;
/** A decoder that is further behind goes on at a keyframe. */
const maxBehindMs = 1_000;
const samplesPerMs = audioRateHz / 1_000;

interface QueuedUnit {
  data: Buffer;
  capturedMs: number;
  isKeyframe: boolean;
}

export interface CameraPictureOptions {
  limits: CameraLimits;
  choice: FeedChoice;
  faults: FaultLog;
  log: Logger;
}

/** Decodes a camera of the program: the sound as it comes, and the video up to the moment that is shown. */
export class CameraPicture {
  readonly sound = new SoundRing();
  readonly #options: CameraPictureOptions;
  readonly #program: TsProgram;
  readonly #packet = newPacket();
  readonly #decoderPause = new RestartPause();
  #reading: HeldGop['reading'] | null = null;
  #queue: QueuedUnit[] = [];
  #queuedBytes = 0;
  #needsKeyframe = true;
  #track: VideoTrack | null = null;
  /** The track that the decoder was opened for. */
  #decoderTrack: VideoTrack | null = null;
  #decoder: CodecContext | undefined;
  #audio: AudioStream | null = null;
  #audioDecoder: AudioDecoder | undefined;
  #audioPts = 0;
  /** The frame that is shown, and the decoder's latest one, which is later. */
  #current = newFrame();
  #next = newFrame();
  #hasCurrent = false;
  #hasNext = false;
  #frameCount = 0;
  #decodedMs = Number.NEGATIVE_INFINITY;
  #isAdvancing = false;
  #isClosed = false;

  constructor(options: CameraPictureOptions) {
    this.#options = options;
    this.#program = new TsProgram({ clock: new MediaClock(), limits: options.limits, log: options.log });
    this.#program.choose(options.choice);
    this.#program.subscribe('program picture', {
      tracksChanged: ({ video, audio }) => {
        this.#track = video;
        this.#setAudio(audio);
      },
      packetArrived: (kind, { pts }) => {
        if (kind === 'audio') this.#audioPts = pts;
      },
      addVideoUnit: (unit) => this.#addUnit(unit),
      addAudioPacket: ({ data }) => this.#addAudio(data),
    });
    this.#program.connected();
  }

  /** The frame of the moment; null before the first one. It is valid until the next call of {@link advance}. */
  get frame(): Frame | null {
    return this.#hasCurrent ? this.#current : null;
  }

  /** Differs with each frame. */
  get frameCount(): number {
    return this.#frameCount;
  }

  /** When {@link frame} came out of the decoder, in milliseconds of `performance.now()`; minus infinity before the first. */
  get decodedMs(): number {
    return this.#decodedMs;
  }

  /** When {@link frame} was captured, in milliseconds since 1970; minus infinity before the first one. */
  get capturedMs(): number {
    return this.#hasCurrent ? Number(this.#current.pts) / ticksPerMs : Number.NEGATIVE_INFINITY;
  }

  /** Whether a frame behind {@link frame} is decoded, so that this one is the right one of its moment. */
  get hasLater(): boolean {
    return this.#hasNext;
  }

  /** The access units that wait to be decoded. */
  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** When the last frame that waits was captured, in milliseconds since 1970; minus infinity where none waits. */
  get queuedUntilMs(): number {
    return this.#queue.at(-1)?.capturedMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Begins with what was held. */
  begin(gops: readonly HeldGop[]): void {
    for (const { reading, tables, messages } of gops) {
      this.#reading = reading;
      this.#program.read(tables);
      for (const message of messages) this.#program.read(message);
    }
  }

  /** Takes the camera's next message. @param reading of the keyframe that begins in it; null: none */
  addMessage(message: Buffer, reading: KeyframeReading | null): void {
    const { pts = null, capturedMs = 0 } = reading ?? {};
    if (pts !== null) this.#reading = { pts, capturedMs };
    this.#program.read(message);
  }

  /** Data is missing, or the camera is gone. The frame stays. */
  interrupt(): void {
    this.#program.lost();
    this.#program.connected();
    this.#reading = null;
    this.#setQueue([]);
    this.#needsKeyframe = true;
  }

  /**
   * Brings {@link frame} to the latest one that was captured by then.
   * @param ms since 1970
   * @param budgetMs a decoder that needs longer goes on with the next call
   */
  async advance(ms: number, budgetMs: number): Promise<void> {
    const startedMs = performance.now();
    this.#isAdvancing = true;
    try {
      this.#skipTo(ms);
      for (;;) {
        if (this.#hasNext && Number(this.#next.pts) / ticksPerMs > ms) return;
        if (this.#hasNext) this.#showNext();
        if (this.#decoder && this.#decoder.receiveFrameSync(this.#next) >= 0) this.#hasNext = true;
        else if (performance.now() - startedMs > budgetMs || !(await this.#decodeNext())) return;
      }
    } catch (error) {
      this.#options.faults.add('program: decoding', error);
      this.#decoderPause.begin();
      this.#closeDecoder();
    } finally {
      this.#isAdvancing = false;
      if (this.#isClosed) this.#free();
    }
  }

  /** Frees all of it, once no frame is being decoded. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!this.#isAdvancing) this.#free();
  }

  #free(): void {
    this.#closeDecoder();
    this.#audioDecoder?.close();
    for (const part of [this.#packet, this.#current, this.#next]) part.free();
    this.#hasCurrent = false;
  }

  #showNext(): void {
    this.#current.unref();
    [this.#current, this.#next] = [this.#next, this.#current];
    this.#hasNext = false;
    this.#hasCurrent = true;
    this.#frameCount++;
    this.#decodedMs = performance.now();
  }

  /** Leaves out what a slow decoder would only show too late. */
  #skipTo(ms: number): void {
    const isBehind = ms - (this.#queue[0]?.capturedMs ?? ms) > maxBehindMs;
    const keyframe = isBehind ? this.#queue.findLastIndex((unit) => unit.isKeyframe && unit.capturedMs <= ms) : 0;
    if (keyframe > 0) this.#setQueue(this.#queue.slice(keyframe));
  }

  /** @returns false where no access unit waits, or none can be decoded now */
  async #decodeNext(): Promise<boolean> {
    const unit = this.#queue[0];
    if (!unit || !(await this.#openDecoder(unit)) || !this.#decoder) return false;
    this.#queue.shift();
    this.#queuedBytes -= unit.data.length;
    this.#packet.data = unit.data;
    this.#packet.pts = BigInt(Math.round(unit.capturedMs * ticksPerMs));
    this.#packet.dts = this.#packet.pts;
    const sent = await this.#decoder.sendPacket(this.#packet);
    this.#packet.unref();
    // A damaged access unit is no reason to stop: the decoder conceals it.
    if (sent < 0) this.#options.faults.add('program: decoding', new FFmpegError(sent));
    return true;
  }

  async #openDecoder({ isKeyframe }: QueuedUnit): Promise<boolean> {
    const track = this.#track;
    if (this.#decoder && this.#decoderTrack === track) return true;
    if (!track || !isKeyframe || !this.#decoderPause.isOver) {
      if (!isKeyframe) this.#setQueue(this.#queue.slice(1));
      return false;
    }
    this.#closeDecoder();
    const { codec, decoder } = makeVideoDecoder(track.codec, {
      isReordered: true,
      maxThreads: 2,
      maxPixels: track.maxPixels,
    });
    this.#decoder = decoder;
    this.#decoderTrack = track;
    FFmpegError.throwIfError(await decoder.open2(codec, null), `open the ${track.codec} decoder`);
    return true;
  }

  #closeDecoder(): void {
    this.#decoder?.freeContext();
    this.#decoder = undefined;
  }

  #addUnit({ data, pts, isKeyframe }: VideoUnit): void {
    const capturedMs = this.#capturedMs(pts);
    if (capturedMs === null || (this.#needsKeyframe && !isKeyframe)) return;
    this.#needsKeyframe = false;
    this.#queue.push({ data, capturedMs, isKeyframe });
    this.#queuedBytes += data.length;
    if (this.#queuedBytes <= maxQueuedBytes) return;
    this.#setQueue([]);
    this.#needsKeyframe = true;
    this.#options.faults.add('program: decoding', new Error('It does not keep up and goes on at a keyframe'));
  }

  #setQueue(units: QueuedUnit[]): void {
    this.#queue = units;
    this.#queuedBytes = units.reduce((sum, { data }) => sum + data.length, 0);
  }

  #setAudio(audio: AudioStream | null): void {
    if (audio === this.#audio) return;
    this.#audio = audio;
    this.#audioDecoder?.close();
    this.#audioDecoder = undefined;
  }

  #addAudio(data: Buffer): void {
    const capturedMs = this.#capturedMs(this.#audioPts);
    if (!this.#audio || capturedMs === null) return;
    try {
      this.#audioDecoder ??= new AudioDecoder(this.#audio.codec, {
        onFrame: (frame, ticks) => this.sound.write(Math.round((ticks / ticksPerMs) * samplesPerMs), samplesOf(frame)),
        onDamaged: (error) => this.#options.faults.add('program: audio', error),
      });
      this.#audioDecoder.addPesPacket(data, Math.round(capturedMs * ticksPerMs));
    } catch (error) {
      this.#options.faults.add('program: audio', error);
      this.#audioDecoder?.close();
      this.#audioDecoder = undefined;
    }
  }

  /** When what has this timestamp was captured; null before a keyframe says it. */
  #capturedMs(pts: number): number | null {
    const reading = this.#reading;
    return reading && reading.capturedMs + ticksBetween(reading.pts, pts) / ticksPerMs;
  }
}
