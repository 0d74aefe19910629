import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { StreamMedia } from '@/lib/contracts/streams';
import type {
  Arrival,
  CameraLimits,
  Excess,
  FeedChoice,
  LossCause,
  WorkerReport,
} from '@/lib/contracts/worker-protocol';
import type { Logger } from '@/lib/platform/log';
import { FaultLog } from './control/fault-log';
import type { FeedSubscriber } from './feed/feed';
import type { Layer } from './media/layer-format';
import type { MediaClock } from './media/media-clock';
import { MpegTsDemuxer } from './media/mpegts/mpegts-demuxer';
import type { PesPacket } from './media/mpegts/pes-assembler';
import type { AudioStream, ElementaryStream, VideoStream } from './media/mpegts/stream-types';
import { ArrivalWatch } from './monitor/arrival-watch';
import { CameraMeter } from './monitor/camera-meter';
import { StallWatch } from './monitor/stall-watch';
import { CameraAudio } from './outputs/room/camera-audio';
import { CameraVideo, type VideoMedia } from './outputs/room/camera-video';
import type { Rooms } from './outputs/room/publish/rooms';
import { BridgeSlots } from './outputs/room/transcode/bridge-slots';
import { describeChoices } from './program/describe-choices';

const noVideo: VideoMedia = { video: null, mode: null, reason: null };

export interface CameraOptions {
  clock: MediaClock;
  rooms: Rooms;
  log: Logger;
  limits: CameraLimits;
  /** The signal is another one, or the picture has begun to stand still. */
  onChange(): void;
}

/** The way of a camera's feed into its rooms: demultiplexed, video as they need it, audio as Opus. */
export class Camera implements FeedSubscriber {
  #options: CameraOptions;
  #demuxer: MpegTsDemuxer | undefined;
  #videoStream: VideoStream | undefined;
  #audioStream: AudioStream | undefined;
  #streams: ElementaryStream[] = [];
  #choice: FeedChoice = { program: null, audioTrack: null };
  #choices: StreamMedia['choices'];
  /** The only audio, where it is of no use. */
  #unsupportedAudio: string | null = null;
  #arrival = new ArrivalWatch();
  #video: CameraVideo;
  #audio: CameraAudio;
  #signal: WorkerReport['signal'] = 'none';
  #connectCount = 0;
  #meter = new CameraMeter();
  #stall = new StallWatch(() => {
    if (this.#signal === 'live') this.#lose(this.#stall.hasBytesAlone ? 'no_frames' : 'silent');
  });
  #lossCause: LossCause | null = null;

  constructor(options: CameraOptions) {
    this.#options = options;
    const { clock, rooms, log, limits, onChange } = options;
    const faults = new FaultLog(log);
    this.#video = new CameraVideo({
      clock,
      room: rooms,
      limits,
      faults,
      meter: this.#meter,
      bridgeSlots: new BridgeSlots('sightline-bridge', availableParallelism()),
      onKeyframe: () => {
        this.#announce();
        this.#setSignal('live');
      },
      onExcess: () => {
        log.warn({ excess: this.excess }, 'camera: beyond the limits');
        this.#setSignal('connecting');
      },
      onStill: onChange,
    });
    this.#audio = new CameraAudio({ clock, room: rooms, faults });
  }

  get signal(): WorkerReport['signal'] {
    return this.#signal;
  }

  /** What the video is beyond, so that it is not shown; null while it is within the limits. */
  get excess(): Excess | null {
    return this.#video.excess;
  }

  /** What arrives in place of something that can be shown; null while that is not so, and while nothing is connected. */
  get arrival(): Arrival | null {
    if (!this.#demuxer) return null;
    const unsupported = this.#demuxer.taken?.map.unsupported.find(({ media }) => media === 'video');
    if (unsupported && !this.#videoStream) return { kind: 'unsupported_video', codec: unsupported.name };
    if (this.#signal !== 'connecting' || this.excess) return null;
    return this.#arrival.describe(this.#demuxer, this.#stall.frameAgeMs !== null);
  }

  get connectCount(): number {
    return this.#connectCount;
  }

  /** Why it is lost, and since when; null while it is not, and where it was never live. */
  get loss(): WorkerReport['loss'] {
    const agoMs = this.#stall.frameAgeMs;
    if (this.#signal !== 'lost' || this.#lossCause === null || agoMs === null) return null;
    return { cause: this.#lossCause, agoMs };
  }

  /** What the camera sends, or sent last. Null until that is known. */
  get media(): StreamMedia | null {
    const audio = this.#audioMedia();
    if (!this.#videoStream && !audio) return null;
    const media = this.#videoStream ? this.#video.media : noVideo;
    if (!media) return null;
    const { video, mode, reason } = media;
    return { video, audio, mode, reason, choices: this.#choices, captureClock: this.#options.clock.captureClock };
  }

  /** Takes another program or audio track of what the camera sends. */
  choose(choice: FeedChoice): void {
    if (isDeepStrictEqual(choice, this.#choice)) return;
    this.#choice = choice;
    this.#demuxer?.chooseProgram(choice.program);
    this.#takeStreams();
  }

  /** What came since the last call, or since the camera connected. Null while none is. */
  readSample(): WorkerReport['sample'] {
    if (!this.#isSending) return null;
    const sample = this.#meter.read();
    return sample && { ...sample, audioDbfs: this.#audio.readPeakDbfs() };
  }

  /** For how long what nobody should see or hear has lasted; null while no camera is connected. */
  get conditions(): WorkerReport['conditions'] {
    if (!this.#isSending) return null;
    const { black, frozen } = this.#video.pictureSeconds;
    return { blackSeconds: black, frozenSeconds: frozen, silentSeconds: this.#audio.silentSeconds };
  }

  connected(): void {
    this.#connectCount++;
    this.#meter.connect();
    this.#stall.start();
    this.#arrival.start();
    this.#options.clock.restart();
    this.#demuxer = new MpegTsDemuxer({
      onProgram: (streams) => this.#onProgram(streams),
      onPesPacket: (packet) => this.#onPesPacket(packet),
    });
    this.#demuxer.chooseProgram(this.#choice.program);
    this.#setSignal('connecting');
  }

  message(message: Buffer): void {
    this.#meter.addBytes(message.length);
    this.#stall.addBytes();
    if (this.#signal === 'connecting') this.#arrival.add(message);
    this.#demuxer?.push(message);
  }

  lost(): void {
    // The last frame of a camera that is lost already would make it live for an instant.
    if (this.#signal !== 'lost') this.#demuxer?.flush();
    this.#demuxer = undefined;
    this.#video.stop();
    this.#stall.stop();
    this.#lose('closed');
  }

  setWatched(watched: Record<Layer, boolean>): void {
    this.#video.setWatched(watched);
  }

  /** Somebody came into the room: have the low layer ready before they ask. */
  warmUp(): void {
    this.#video.warmUp();
  }

  requestKeyframe(layer: Layer): Promise<boolean> {
    return this.#video.requestKeyframe(layer);
  }

  get #isSending(): boolean {
    return this.#signal === 'connecting' || this.#signal === 'live';
  }

  #audioMedia(): StreamMedia['audio'] {
    if (!this.#audioStream) {
      const codec = this.#unsupportedAudio;
      return codec === null ? null : { codec, sampleRateHz: null, channels: null };
    }
    const { sampleRateHz = null, channels = null } = this.#audio.source ?? {};
    return { codec: this.#audioStream.codec, sampleRateHz, channels };
  }

  /** The first cause counts: SRT gives a connection up 5 s after its camera has fallen silent. */
  #lose(cause: LossCause): void {
    if (this.#signal === 'lost') return;
    this.#lossCause = this.#signal === 'live' ? cause : null;
    this.#setSignal('lost');
  }

  #setSignal(signal: WorkerReport['signal']): void {
    if (signal === this.#signal) return;
    this.#signal = signal;
    this.#options.log.info({ signal }, 'camera: signal');
    this.#options.onChange();
  }

  #onProgram(streams: ElementaryStream[]): void {
    this.#options.log.info({ streams, program: this.#demuxer?.taken?.number }, 'camera: program');
    this.#streams = streams;
    this.#takeStreams();
  }

  /** Of the program: its first video, and the audio track that was chosen, or else the first. */
  #takeStreams(): void {
    const videoStream = this.#streams.find((stream) => stream.kind === 'video');
    // A stream that stays is the same object.
    if (videoStream && videoStream !== this.#videoStream) this.#video.start(videoStream.codec);
    if (!videoStream) this.#video.stop();
    this.#videoStream = videoStream;
    const tracks = this.#streams.filter((stream) => stream.kind === 'audio');
    const audioStream = tracks[(this.#choice.audioTrack ?? 1) - 1] ?? tracks[0];
    if (audioStream && audioStream !== this.#audioStream) this.#audio.start(audioStream.codec);
    if (!audioStream) this.#audio.stop();
    this.#audioStream = audioStream;
    this.#describe();
    this.#announce();
  }

  /** Keeps what is to be said of the program once the camera is gone. */
  #describe(): void {
    const { taken = null, programs = [] } = this.#demuxer ?? {};
    const unsupported = taken?.map.unsupported.find(({ media }) => media === 'audio');
    this.#unsupportedAudio = this.#audioStream ? null : (unsupported?.name ?? null);
    this.#choices = describeChoices(programs, taken, this.#audioStream);
  }

  #onPesPacket(packet: PesPacket): void {
    if (packet.pid === this.#videoStream?.pid) {
      if (this.#stall.addFrame() && this.#signal === 'lost') this.#setSignal('live');
      this.#video.push(packet);
    } else if (packet.pid === this.#audioStream?.pid) {
      this.#audio.push(packet);
      if (this.#videoStream) return;
      this.#stall.addFrame();
      this.#setSignal('live');
    }
  }

  /** Publishes what there is to publish, as soon as that is known. */
  #announce(): void {
    const hasAudio = this.#audioStream !== undefined;
    if (!this.#videoStream) {
      if (hasAudio) this.#options.rooms.setFormat({ video: null, hasAudio });
      return;
    }
    const { size } = this.#video;
    if (size) this.#options.rooms.setFormat({ video: size, hasAudio });
  }
}
