import { isDeepStrictEqual } from 'node:util';
import type { StreamMedia } from '@/lib/contracts/stream-media';
import type { CameraLimits, Excess, FeedChoice } from '@/lib/contracts/worker-protocol';
import type { VideoFacts } from '@/lib/media/codecs/video-reader';
import type { MediaClock } from '@/lib/media/media-clock';
import type { AudioStream, ElementaryStream, VideoStream } from '@/lib/media/mpegts/elementary-stream';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { type PesPacket, ptsOfTransportPacket } from '@/lib/media/mpegts/pes-assembler';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import type { Logger } from '@/lib/platform/log';
import { FaultLog } from '../control/fault-log';
import type { FeedParser } from '../feed/feed';
import type { CaptureTime, RandomAccess } from '../feed/feed-subscriber';
import { describeChoices } from './describe-choices';
import { LipSync } from './lip-sync';
import { VideoTrack, type VideoUnit } from './video-track';

function arrivedNow(): CaptureTime {
  const ms = Date.now();
  return { ms, clock: 'arrival', arrivedMs: ms };
}

/** One PES packet of the audio, with its time on the camera's media clock (90 kHz). */
export interface AudioPacket {
  data: Buffer;
  ticks: number;
  /** Its sound is to be heard so much later, in ticks; below 0: earlier. Undefined: 0. */
  delayTicks?: number;
}

/** The current tracks of a program. A track that stays is the same object. */
export interface Tracks {
  video: VideoTrack | null;
  audio: AudioStream | null;
}

/** A use of a camera's program. Its errors are logged; no other subscriber notices them. */
export interface ProgramSubscriber {
  /** The tracks are known, or have changed. */
  tracksChanged?(tracks: Tracks): void;
  /** Part of a track has come; whether it is usable is not known yet. */
  packetArrived?(kind: 'video' | 'audio', packet: PesPacket): void;
  addVideoUnit?(unit: VideoUnit): void;
  addAudioPacket?(packet: AudioPacket): void;
  /** A PES packet of the video could not be read. */
  videoDamaged?(): void;
  /** The video exceeds the limits and is withheld until it is within them. */
  videoExceeded?(): void;
  /** The camera is gone. */
  ended?(): void;
}

export interface ProgramOptions {
  clock: MediaClock;
  limits: CameraLimits;
  log: Logger;
}

/** Demultiplexes a camera's MPEG-TS once, chooses program and tracks, and hands out their access units. */
export class TsProgram implements FeedParser {
  readonly #options: ProgramOptions;
  readonly #faults: FaultLog;
  #subscribers: { name: string; subscriber: ProgramSubscriber }[] = [];
  #demuxer: MpegTsDemuxer | undefined;
  #streams: ElementaryStream[] = [];
  #videoStream: VideoStream | null = null;
  #video: VideoTrack | null = null;
  #audio: AudioStream | null = null;
  #videoFacts: VideoFacts | null = null;
  readonly #lipSync = new LipSync();
  #audioPids: ReadonlySet<number> = new Set();
  #choice: FeedChoice = { program: null, audioTrack: null };
  #choices: StreamMedia['choices'];
  /** The program's only audio, when it cannot be decoded. */
  #unsupportedAudio: string | null = null;
  /** The encoder and the provider, as the stream names them. */
  /** Whether the camera already counts as lost: its last frame must not make it live for an instant. */
  isLost = false;
  readonly #names = { encoder: null as string | null, provider: null as string | null };

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.#faults = new FaultLog(options.log);
  }

  /** @param name for the log. Subscribers are called in the order in which they came. */
  subscribe(name: string, subscriber: ProgramSubscriber): void {
    this.#subscribers.push({ name, subscriber });
  }

  /** The tracks of the camera that is connected, or was last. */
  get tracks(): Tracks {
    return { video: this.#video, audio: this.#audio };
  }

  /** The demultiplexer's view of what arrives; null while no camera is connected. */
  get arrival(): Pick<MpegTsDemuxer, 'counts' | 'taken'> | null {
    return this.#demuxer ?? null;
  }

  /** The limit that the video exceeds, so that it is not shown; null while it is within the limits. */
  get excess(): Excess | null {
    return this.#video?.excess ?? null;
  }

  /** The video's latest settled format, also of the camera before; null until there is one. */
  get videoFacts(): VideoFacts | null {
    return this.#videoFacts;
  }

  /** The name of the program's only audio, when it cannot be decoded. */
  get unsupportedAudio(): string | null {
    return this.#unsupportedAudio;
  }

  /**
   * The sender's names for itself, such as `x264 core 164, FFmpeg`; null when it has none. An encoder names itself in
   * its first frame alone, so the name stays when the camera connects again, with the same codec.
   */
  get encoder(): string | null {
    const { encoder, provider } = this.#names;
    return [encoder, this.#demuxer?.provider ?? provider].filter((name) => name !== null).join(', ') || null;
  }

  /** The programs and audio tracks to choose from; undefined when there is one of each. */
  get choices(): StreamMedia['choices'] {
    return this.#choices;
  }

  /** Switches to another program or audio track of the camera. */
  choose(choice: FeedChoice): void {
    if (isDeepStrictEqual(choice, this.#choice)) return;
    this.#choice = choice;
    this.#demuxer?.chooseProgram(choice.program);
    this.#takeStreams();
  }

  /** Moves the sound against the picture from now on. @param delayMs above 0: it is later */
  delayAudio(delayMs: number): void {
    this.#lipSync.setDelay(delayMs);
  }

  connected(): void {
    this.#options.clock.restart();
    this.#lipSync.restart();
    this.#audioPids = new Set();
    this.#demuxer = new MpegTsDemuxer({
      onProgram: (streams) => this.#onProgram(streams),
      onPesPacket: (packet) => this.#onPesPacket(packet),
    });
    this.#demuxer.chooseProgram(this.#choice.program);
  }

  read(bytes: Buffer): RandomAccess | null {
    const demuxer = this.#demuxer;
    if (!demuxer) return null;
    this.#options.clock.sending.addMessage(bytes);
    const offset = demuxer.addBytes(bytes);
    if (demuxer.hasGaps) this.#options.clock.sending.noteDrops();
    if (offset === null) return null;
    const pts = ptsOfTransportPacket(bytes.subarray(offset, offset + packetBytes));
    const captured = pts === null ? arrivedNow() : this.#options.clock.captureTimeOf(pts);
    return { offset, tables: demuxer.tables, pts, captured };
  }

  /** @returns the bytes that subscribers of the feed get */
  rewrite(bytes: Buffer): Buffer {
    return this.#lipSync.rewrite(bytes, this.#audioPids);
  }

  lost(): void {
    if (!this.isLost) this.#demuxer?.flush();
    this.#names.provider = this.#demuxer?.provider ?? this.#names.provider;
    this.#demuxer = undefined;
    this.#video?.end();
    this.#tell((subscriber) => subscriber.ended?.());
  }

  #onProgram(streams: ElementaryStream[]): void {
    this.#options.log.info({ streams, program: this.#demuxer?.taken?.number }, 'camera: program');
    this.#streams = streams;
    this.#takeStreams();
  }

  /** Takes the program's first video, and the chosen audio track or else the first. */
  #takeStreams(): void {
    const videoStream = this.#streams.find((stream) => stream.kind === 'video') ?? null;
    // Another codec is another encoder.
    if (videoStream?.codec !== this.#videoStream?.codec) this.#names.encoder = null;
    // A stream that stays is the same object.
    if (videoStream !== this.#videoStream) this.#video = videoStream && this.#newVideoTrack(videoStream);
    this.#videoStream = videoStream;
    const audioTracks = this.#streams.filter((stream) => stream.kind === 'audio');
    this.#audioPids = new Set(audioTracks.map(({ pid }) => pid));
    this.#audio = audioTracks[(this.#choice.audioTrack ?? 1) - 1] ?? audioTracks[0] ?? null;
    this.#describe();
    this.#tell((subscriber) => subscriber.tracksChanged?.(this.tracks));
  }

  #newVideoTrack({ codec }: VideoStream): VideoTrack {
    const { clock, limits } = this.#options;
    return new VideoTrack({
      codec,
      clock,
      limits,
      onUnit: (unit) => {
        this.#names.encoder = unit.encoderName ?? this.#names.encoder;
        if (unit.isSettled) this.#videoFacts = unit.facts;
        this.#tell((subscriber) => subscriber.addVideoUnit?.(unit));
      },
      onExcess: () => this.#tell((subscriber) => subscriber.videoExceeded?.()),
    });
  }

  /** Keeps the description of the program for after the camera is gone. */
  #describe(): void {
    const { taken = null, programs = [] } = this.#demuxer ?? {};
    const unsupported = taken?.map.unsupported.find(({ media }) => media === 'audio');
    this.#unsupportedAudio = this.#audio ? null : (unsupported?.name ?? null);
    this.#choices = describeChoices(programs, taken, this.#audio);
  }

  #onPesPacket(packet: PesPacket): void {
    if (this.#video && packet.pid === this.#videoStream?.pid) {
      this.#tell((subscriber) => subscriber.packetArrived?.('video', packet));
      try {
        this.#video.addPesPacket(packet);
      } catch (error) {
        this.#faults.add('video', error);
        this.#tell((subscriber) => subscriber.videoDamaged?.());
      }
    } else if (packet.pid === this.#audio?.pid) {
      this.#tell((subscriber) => subscriber.packetArrived?.('audio', packet));
      const audioPacket = {
        data: packet.data,
        ticks: this.#options.clock.ticks(packet.pts, performance.now() - packet.receivedMs),
        delayTicks: this.#lipSync.delayTicks,
      };
      this.#tell((subscriber) => subscriber.addAudioPacket?.(audioPacket));
    }
  }

  #tell(call: (subscriber: ProgramSubscriber) => void): void {
    for (const { name, subscriber } of this.#subscribers) {
      try {
        call(subscriber);
      } catch (error) {
        this.#faults.add(name, error);
      }
    }
  }
}
