import type { FeedChoice } from '@/lib/contracts/worker-protocol';
import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { AdtsReader, aacFrameTicks } from '@/lib/media/codecs/adts';
import { splitAnnexB } from '@/lib/media/codecs/annex-b';
import type { AudioToAac } from '@/lib/media/codecs/audio-to-aac';
import { nalType, nalTypeOf, ParameterSets, type SequenceParameters } from '@/lib/media/codecs/h264';
import { MediaClock } from '@/lib/media/media-clock';
import type { AudioStream, ElementaryStream } from '@/lib/media/mpegts/elementary-stream';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { type AacFormat, aacConfigBody, aacFrameBody, avcConfigBody, avcFrameBody, type FlvTag } from './flv-tags';

/** 48 kHz, stereo, LC: of silence, and of audio that is encoded here. */
const madeFormat: AacFormat = { objectType: 2, rateIndex: 3, channels: 2 };
const madeConfig = aacConfigBody(madeFormat);
/** A frame of that format without a sound. */
const silentFrame = Buffer.from('210049900219002380', 'hex');
/** Audio that the tables announce and that has not come by then is replaced by silence. */
const audioWaitMs = 2_000;
/** Frames further apart are a gap, and no rate. */
const maxFrameMs = 500;
/** The frame rate is a mean of about as many frames. */
const rateFrames = 30;
const usualFps = 30;

/** A stream's beginning: the decoders' configurations, and the size. */
export interface FlvFormat {
  videoConfig: Buffer;
  audioConfig: Buffer;
  width: number;
  height: number;
}

/** A camera's H.264, for a picture that takes its place. */
export interface PictureFormat {
  width: number;
  height: number;
  profileIdc: number;
  fps: number;
  /** The timestamp of the latest frame: a 33-bit count of 90 kHz. */
  pts: number;
}

export interface FlvMuxerHandlers {
  /** @param entry where a stream can begin with this tag: what comes before it; else null */
  onTag(tag: FlvTag, entry: FlvFormat | null): void;
  /** Audio could not be encoded: there is silence instead, and it is tried again at the next interruption. */
  onFault(error: unknown): void;
  /** Takes each packet of the chosen H.264 and audio, before anything is made of it. @param ticks its time on the media clock */
  onPacket(stream: ElementaryStream, packet: PesPacket, ticks: number): void;
}

/**
 * Makes FLV tags of a camera's MPEG-TS without decoding its video. AAC goes out as it came; other audio becomes AAC, and a
 * camera without audio gets silence, because platforms refuse a stream without.
 */
export class FlvMuxer {
  readonly #handlers: FlvMuxerHandlers;
  readonly #clock: MediaClock;
  #demuxer: MpegTsDemuxer;
  #choice: FeedChoice = { program: null, audioTrack: null };
  #streams: ElementaryStream[] = [];
  #video: ElementaryStream | null = null;
  #audio: AudioStream | null = null;
  #parameterSets = new ParameterSets();
  #adts = new AdtsReader();
  #encoder: AudioToAac | 'opening' | 'failed' | null = null;
  #videoConfig: Buffer | null = null;
  #parameters: SequenceParameters | null = null;
  #audioConfig: Buffer | null = null;
  #hasKeyframe = false;
  #firstVideoMs: number | null = null;
  #videoMs: number | null = null;
  #videoPts = 0;
  #frameMs: number | null = null;
  #audioMs: number | null = null;
  #silentMs: number | null = null;

  /** @param clock of the tags; another muxer that shares it takes turns with this one */
  constructor(handlers: FlvMuxerHandlers, clock = new MediaClock()) {
    this.#handlers = handlers;
    this.#clock = clock;
    this.#demuxer = this.#newDemuxer();
  }

  /** The video's codec as people write it, where it is not H.264; null where it is, or unknown. */
  get unsupportedVideo(): string | null {
    const { taken } = this.#demuxer;
    const codec = this.#video && this.#video.codec !== 'h264' ? this.#video.codec : null;
    if (codec) return codecNames[codec] ?? codec;
    return taken?.map.unsupported.find(({ media }) => media === 'video')?.name ?? null;
  }

  /** The camera's H.264, as far as it has come; null before its first keyframe, and for another codec. */
  get format(): PictureFormat | null {
    const parameters = this.#video?.codec === 'h264' ? this.#parameters : null;
    if (!parameters) return null;
    const { width, height, profileIdc } = parameters;
    const fps = this.#frameMs === null ? usualFps : 1_000 / this.#frameMs;
    return { width, height, profileIdc, fps, pts: this.#videoPts };
  }

  /** The media clock's time of a moment, in ticks of 90 kHz. */
  ticksAt(wallMs: number): number {
    return this.#clock.ticksAt(wallMs);
  }

  /** Takes another program or audio track of the camera. */
  choose(choice: FeedChoice): void {
    this.#choice = choice;
    this.#demuxer.chooseProgram(choice.program);
    this.#takeStreams();
  }

  /** Takes the next transport packets, or tables. */
  addBytes(bytes: Buffer): void {
    this.#demuxer.addBytes(Buffer.from(bytes));
  }

  /** Data is missing, or another camera follows: the stream goes on at the next keyframe. */
  interrupt(): void {
    this.close();
    this.#clock.restart();
    this.#demuxer = this.#newDemuxer();
    this.#parameterSets = new ParameterSets();
    this.#adts = new AdtsReader();
    this.#hasKeyframe = false;
    this.#firstVideoMs = null;
    this.#audioMs = null;
    this.#silentMs = null;
  }

  close(): void {
    if (this.#encoder && typeof this.#encoder !== 'string') this.#encoder.close();
    this.#encoder = null;
  }

  #newDemuxer(): MpegTsDemuxer {
    const demuxer = new MpegTsDemuxer({
      onProgram: (streams) => {
        this.#streams = streams;
        this.#takeStreams();
      },
      onPesPacket: (packet) => this.#addPacket(packet),
    });
    demuxer.chooseProgram(this.#choice.program);
    return demuxer;
  }

  #takeStreams(): void {
    const tracks = this.#streams.filter((stream) => stream.kind === 'audio');
    const audio = tracks[(this.#choice.audioTrack ?? 1) - 1] ?? tracks[0] ?? null;
    this.#video = this.#streams.find(({ kind }) => kind === 'video') ?? null;
    if (audio === this.#audio) return;
    this.#audio = audio;
    this.#adts.interrupt();
    this.close();
  }

  #addPacket(packet: PesPacket): void {
    if (packet.pid === this.#video?.pid && this.#video.codec === 'h264') {
      this.#handlers.onPacket(this.#video, packet, this.#clock.ticks(packet.pts));
      this.#addVideo(packet);
    } else if (packet.pid === this.#audio?.pid) {
      // Before the first frame there is no time to count from.
      if (this.#firstVideoMs === null) return;
      this.#handlers.onPacket(this.#audio, packet, this.#clock.ticks(packet.pts));
      this.#addAudio(packet);
    }
  }

  #addVideo({ data, pts, dts, followsGap }: PesPacket): void {
    const unit = this.#parameterSets.complete(splitAnnexB(data));
    if (followsGap) this.#hasKeyframe = false;
    if (unit.isKeyframe) this.#learn(unit.nals);
    this.#hasKeyframe ||= unit.isKeyframe;
    const { parameters } = this.#parameterSets;
    if (!this.#hasKeyframe || !this.#videoConfig || !parameters) return;
    const shownMs = this.#clock.ticks(pts) / ticksPerMs;
    const compositionMs = Math.max(0, Math.round(ticksBetween(dts, pts) / ticksPerMs));
    const ms = shownMs - compositionMs;
    this.#firstVideoMs ??= ms;
    this.#videoPts = pts;
    this.#noteRate(ms);
    this.#fillSilence(ms);
    const rest = unit.nals.filter((nal) => !leftOut.has(nalTypeOf(nal)));
    if (rest.length === 0) return;
    const entry = unit.isKeyframe ? this.#entry(parameters) : null;
    const body = avcFrameBody(rest, unit.isKeyframe, compositionMs);
    this.#handlers.onTag({ kind: 'video', ms, body, isKeyframe: unit.isKeyframe }, entry);
  }

  #noteRate(ms: number): void {
    const frameMs = ms - (this.#videoMs ?? ms);
    this.#videoMs = ms;
    if (frameMs <= 0 || frameMs > maxFrameMs) return;
    this.#frameMs ??= frameMs;
    this.#frameMs += (frameMs - this.#frameMs) / rateFrames;
  }

  #entry({ width, height }: SequenceParameters): FlvFormat | null {
    const { videoConfig, audioConfig } = { videoConfig: this.#videoConfig, audioConfig: this.#audioConfig };
    return videoConfig && audioConfig && { videoConfig, audioConfig, width, height };
  }

  /** Keeps the parameter sets that a keyframe begins with. */
  #learn(nals: Buffer[]): void {
    const sps = nals.find((nal) => nalTypeOf(nal) === nalType.sps);
    const pps = nals.filter((nal) => nalTypeOf(nal) === nalType.pps);
    const { parameters } = this.#parameterSets;
    if (!sps || !parameters || pps.length === 0) return;
    this.#parameters = parameters;
    this.#videoConfig = avcConfigBody(sps, pps, this.#parameters);
  }

  #addAudio({ data, pts, followsGap }: PesPacket): void {
    const audio = this.#audio;
    if (!audio) return;
    if (followsGap) this.#adts.interrupt();
    if (audio.codec !== 'aac') {
      this.#encode(audio, data, pts);
      return;
    }
    for (const frame of this.#adts.addPacket(data, pts)) {
      const ms = this.#clock.ticks(frame.pts) / ticksPerMs;
      this.#setAudioConfig(aacConfigBody(frame), ms);
      this.#sendAudio(frame.aac, ms);
    }
  }

  /** Another configuration goes out before its first frame: the next keyframe may be seconds away. */
  #setAudioConfig(body: Buffer, ms: number): void {
    const isOther = this.#audioConfig !== null && !this.#audioConfig.equals(body);
    this.#audioConfig = body;
    if (isOther) this.#handlers.onTag({ kind: 'audio', ms, body, isKeyframe: false }, null);
  }

  /** Makes AAC of other audio; what comes while the encoder is loaded is left out. */
  #encode({ codec }: AudioStream, data: Buffer, pts: number): void {
    if (this.#encoder === null) {
      this.#encoder = 'opening';
      const demuxer = this.#demuxer;
      import('@/lib/media/codecs/audio-to-aac')
        .then(({ AudioToAac }) => {
          // Meanwhile another camera, or another track, may have come.
          if (this.#encoder !== 'opening' || this.#demuxer !== demuxer) return;
          this.#encoder = new AudioToAac(codec, (aac, ticks) => this.#sendAudio(aac, ticks / ticksPerMs));
          this.#setAudioConfig(madeConfig, this.#videoMs ?? 0);
        })
        .catch((error: unknown) => this.#failAudio(error));
    } else if (typeof this.#encoder !== 'string') {
      try {
        this.#encoder.addPesPacket(data, this.#clock.ticks(pts));
      } catch (error) {
        this.#failAudio(error);
      }
    }
  }

  #failAudio(error: unknown): void {
    this.close();
    this.#encoder = 'failed';
    this.#handlers.onFault(error);
  }

  #sendAudio(aac: Buffer, ms: number): void {
    this.#audioMs = ms;
    this.#silentMs = null;
    this.#handlers.onTag({ kind: 'audio', ms, body: aacFrameBody(aac), isKeyframe: false }, null);
  }

  /** Sends silence up to a frame of a camera without audio, and of one whose audio stays away. */
  #fillSilence(ms: number): void {
    const lastMs = this.#audioMs ?? this.#firstVideoMs ?? ms;
    if (this.#audio && ms - lastMs < audioWaitMs) return;
    // Another format would need another frame: then there is a gap, which players bridge.
    if (this.#audio && this.#audioConfig && !this.#audioConfig.equals(madeConfig)) return;
    this.#setAudioConfig(madeConfig, ms);
    const stepMs = aacFrameTicks(madeFormat.rateIndex) / ticksPerMs;
    this.#silentMs ??= ms;
    for (; this.#silentMs <= ms; this.#silentMs += stepMs) {
      const body = aacFrameBody(silentFrame);
      this.#handlers.onTag({ kind: 'audio', ms: this.#silentMs, body, isKeyframe: false }, null);
    }
  }
}

const codecNames: Partial<Record<string, string>> = { hevc: 'HEVC', mpeg2video: 'MPEG-2' };
/** Parameter sets come before the stream, and the others are for MPEG-TS alone. */
const leftOut = new Set<number>([nalType.sps, nalType.pps, nalType.accessUnitDelimiter, nalType.filler]);
