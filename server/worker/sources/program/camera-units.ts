import type { CameraLimits, FeedChoice } from '@/lib/contracts/worker-protocol';
import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { AudioDecoder } from '@/lib/media/codecs/audio-decoder';
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
const samplesPerMs = audioRateHz / 1_000;

/** An access unit that waits, with its time of capture in milliseconds since 1970. */
export interface QueuedUnit extends VideoUnit {
  capturedMs: number;
}

export interface CameraUnitsOptions {
  limits: CameraLimits;
  choice: FeedChoice;
  faults: FaultLog;
  log: Logger;
}

/** Takes a camera of the program apart: its sound, decoded as it comes, and a queue of its access units. */
export class CameraUnits {
  readonly sound = new SoundRing();
  readonly #options: CameraUnitsOptions;
  readonly #program: TsProgram;
  #reading: HeldGop['reading'] | null = null;
  #queue: QueuedUnit[] = [];
  #queuedBytes = 0;
  #needsKeyframe = true;
  #track: VideoTrack | null = null;
  #audio: AudioStream | null = null;
  #audioDecoder: AudioDecoder | undefined;
  #audioPts = 0;
  #breaks = 0;
  #newestMs = Number.NEGATIVE_INFINITY;

  constructor(options: CameraUnitsOptions) {
    this.#options = options;
    // Held packets come at once; the camera's own worker measures its frame rate.
    const limits = Object.assign({}, options.limits, { maxFps: Number.POSITIVE_INFINITY });
    this.#program = new TsProgram({ clock: new MediaClock(), limits, log: options.log });
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

  /** The video's track; null without one. Another track is another object. */
  get track(): VideoTrack | null {
    return this.#track;
  }

  /** The unit that waits longest; undefined: none does. */
  get first(): QueuedUnit | undefined {
    return this.#queue[0];
  }

  /** The bytes of the units that wait. */
  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** When the last unit that waits was captured; minus infinity where none waits. */
  get queuedUntilMs(): number {
    return this.#queue.at(-1)?.capturedMs ?? Number.NEGATIVE_INFINITY;
  }

  /** When the newest unit since the last break was captured, also one that waits no longer; minus infinity without one. */
  get newestMs(): number {
    return this.#newestMs;
  }

  /** Differs once units are missing: the next one is a keyframe. */
  get breaks(): number {
    return this.#breaks;
  }

  /** Begins with what was held. */
  begin(gops: readonly HeldGop[]): void {
    for (const { reading, tables, messages } of gops) {
      this.#reading = reading;
      this.#program.read(tables);
      for (const message of messages) this.#program.read(message);
    }
  }

  /** Takes another program or audio track of the camera. */
  choose(choice: FeedChoice): void {
    this.#program.choose(choice);
  }

  /** Takes the camera's next message. @param reading of the keyframe that begins in it; null: none */
  addMessage(message: Buffer, reading: KeyframeReading | null): void {
    const { pts = null, capturedMs = 0 } = reading ?? {};
    if (pts !== null) this.#reading = { pts, capturedMs };
    this.#program.read(message);
  }

  /** Data is missing, or the camera is gone. */
  interrupt(): void {
    this.#program.lost();
    this.#program.connected();
    this.#reading = null;
    this.#restart();
  }

  /** Takes the first unit away. */
  shift(): void {
    this.#queuedBytes -= this.#queue.shift()?.data.length ?? 0;
  }

  /** Leaves out all units before the last keyframe that was captured by then. */
  skipTo(ms: number): void {
    const keyframe = this.#queue.findLastIndex((unit) => unit.isKeyframe && unit.capturedMs <= ms);
    for (let count = 0; count < keyframe; count++) this.shift();
  }

  close(): void {
    this.#audioDecoder?.close();
    this.#audioDecoder = undefined;
  }

  #restart(): void {
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#needsKeyframe = true;
    this.#newestMs = Number.NEGATIVE_INFINITY;
    this.#breaks++;
  }

  #addUnit(unit: VideoUnit): void {
    const capturedMs = this.#capturedMs(unit.pts);
    if (capturedMs === null || (this.#needsKeyframe && !unit.isKeyframe)) return;
    this.#needsKeyframe = false;
    this.#newestMs = capturedMs;
    this.#queue.push(Object.assign(unit, { capturedMs }));
    this.#queuedBytes += unit.data.length;
    if (this.#queuedBytes <= maxQueuedBytes) return;
    this.#restart();
    this.#options.faults.add('program: decoding', new Error('It does not keep up and goes on at a keyframe'));
  }

  #setAudio(audio: AudioStream | null): void {
    if (audio === this.#audio) return;
    this.#audio = audio;
    this.close();
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
      this.close();
    }
  }

  /** When what has this timestamp was captured; null before a keyframe says it. */
  #capturedMs(pts: number): number | null {
    const reading = this.#reading;
    return reading && reading.capturedMs + ticksBetween(reading.pts, pts) / ticksPerMs;
  }
}
