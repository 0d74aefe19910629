import type { StreamMedia } from '@/lib/contracts/streams';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import type { Logger } from '@/lib/platform/log';
import { CameraVideo } from './camera-video';
import type { MediaClock } from './media-clock';
import {
  type AccessUnit,
  type AudioStream,
  type ElementaryStream,
  MpegTsDemuxer,
  type VideoStream,
} from './mpegts/mpegts-demuxer';
import type { Room } from './publish/room';
import { CameraMeter } from './stats/camera-meter';
import { AudioTranscoder } from './transcode/audio-transcoder';
import type { Layer } from './transcode/layer-format';

export interface CameraOptions {
  clock: MediaClock;
  room: Room;
  log: Logger;
  onSignalChange(): void;
}

/** The way of a camera's bytes into the room: demultiplexed, pictures as the room needs them, sound as Opus. */
export class Camera {
  #options: CameraOptions;
  #demuxer: MpegTsDemuxer | undefined;
  #videoStream: VideoStream | undefined;
  #audioStream: AudioStream | undefined;
  #video: CameraVideo;
  #audio: AudioTranscoder | undefined;
  #signal: WorkerReport['signal'] = 'none';
  #connectCount = 0;
  #meter = new CameraMeter();

  constructor(options: CameraOptions) {
    this.#options = options;
    const { clock, room, log } = options;
    this.#video = new CameraVideo({
      ...{ clock, room, log, meter: this.#meter },
      onKeyframe: () => {
        this.#announce();
        this.#setSignal('live');
      },
    });
  }

  get signal(): WorkerReport['signal'] {
    return this.#signal;
  }

  get connectCount(): number {
    return this.#connectCount;
  }

  /** What the camera sends, or sent last. Null until that is known. */
  get media(): StreamMedia | null {
    if (!this.#videoStream && !this.#audioStream) return null;
    const audio = this.#audioStream
      ? { codec: this.#audioStream.codec, ...(this.#audio?.source ?? { sampleRateHz: null, channels: null }) }
      : null;
    if (!this.#videoStream) return { video: null, audio, mode: null, reason: null };
    return this.#video.media && { ...this.#video.media, audio };
  }

  /** What came since the last call, or since the camera connected. Null while none is. */
  takeSample(): WorkerReport['sample'] {
    if (this.#signal !== 'connecting' && this.#signal !== 'live') return null;
    const sample = this.#meter.take();
    return sample && { ...sample, audioDbfs: this.#audio?.takePeakDbfs() ?? null };
  }

  /** A camera has connected. */
  connect(): void {
    this.#connectCount++;
    this.#meter.connect();
    this.#options.clock.restart();
    this.#demuxer = new MpegTsDemuxer({
      onProgram: (streams) => this.#onProgram(streams),
      onAccessUnit: (unit) => this.#onAccessUnit(unit),
    });
    this.#setSignal('connecting');
  }

  /** Takes one SRT message. */
  push(message: Buffer): void {
    this.#meter.addBytes(message.length);
    this.#demuxer?.push(message);
  }

  /** The camera is gone. */
  disconnect(): void {
    this.#demuxer?.flush();
    this.#demuxer = undefined;
    this.#video.stop();
    this.#setSignal('lost');
  }

  setWatched(watched: Record<Layer, boolean>): void {
    this.#video.setWatched(watched);
  }

  /** Somebody came into the room: have the small picture ready before they ask. */
  warmUp(): void {
    this.#video.warmUp();
  }

  requestKeyframe(layer: Layer): void {
    this.#video.requestKeyframe(layer);
  }

  #setSignal(signal: WorkerReport['signal']): void {
    if (signal === this.#signal) return;
    this.#signal = signal;
    this.#options.log.info({ signal }, 'camera: signal');
    this.#options.onSignalChange();
  }

  #onProgram(streams: ElementaryStream[]): void {
    this.#options.log.info({ streams }, 'camera: programme');
    const videoStream = streams.find((stream) => stream.kind === 'video');
    // A stream that stays is the same object.
    if (videoStream && videoStream !== this.#videoStream) this.#video.start(videoStream.codec);
    if (!videoStream) this.#video.stop();
    this.#videoStream = videoStream;
    const audioStream = streams.find((stream) => stream.kind === 'audio');
    if (audioStream !== this.#audioStream) {
      this.#audio?.close();
      const { room } = this.#options;
      this.#audio =
        audioStream &&
        new AudioTranscoder(audioStream.codec, {
          isWanted: () => room.isHeard,
          onFrame: (opus, ticks) => room.sendAudio(opus, ticks),
        });
    }
    this.#audioStream = audioStream;
    this.#announce();
  }

  #onAccessUnit(unit: AccessUnit): void {
    if (unit.pid === this.#videoStream?.pid) this.#video.push(unit);
    else if (unit.pid === this.#audioStream?.pid) this.#onSound(unit);
  }

  #onSound(unit: AccessUnit): void {
    this.#audio?.push(unit.data, this.#options.clock.ticks(unit.pts));
    if (!this.#videoStream) this.#setSignal('live');
  }

  /** Tells the room what there is to publish, as soon as that is known. */
  #announce(): void {
    const hasAudio = this.#audioStream !== undefined;
    if (!this.#videoStream) {
      if (hasAudio) this.#options.room.setFormat({ video: null, hasAudio });
      return;
    }
    const { size } = this.#video;
    if (size) this.#options.room.setFormat({ video: size, hasAudio });
  }
}
