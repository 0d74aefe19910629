import { AV_NOPTS_VALUE, AVERROR_EOF, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FormatContext, InputFormat, type Packet, type Stream } from 'node-av/lib';
import { framesPerSecond } from '@/lib/core/frame-rate';
import { newPacket } from '@/lib/media/frame';
import { MuxError } from './mux-error';

const { check } = MuxError;

/** Audio packets that wait for the first keyframe: more than a minute of eight tracks. */
const maxEarlyPackets = 30_000;

/** A packet and its track. It is valid until the next one is asked for. */
export interface InputPacket {
  packet: Packet;
  stream: Stream;
}

/** How far tracks are looked for that the camera names: its sound may begin late. As long as all are known, nothing waits. */
const search = { analyzeduration: String(60e6), probesize: String(64 * 1024 * 1024) };

/** How libavformat opens an input. */
export interface Opening {
  /** The container; null: it looks for itself. */
  format: string | null;
  options: Record<string, string>;
  /** Audio that cannot be read is no error, but left out. */
  leavesOutUnreadable: boolean;
  /** Packets count without the time of their decoding, which some containers lack. */
  takesUntimedDecoding: boolean;
}

const recordingOpening: Opening = {
  format: 'mpegts',
  options: {},
  leavesOutUnreadable: false,
  takesUntimedDecoding: false,
};

/** A stretch of a recording, opened: its tracks, and their packets. */
export class RecordingInput {
  /** The video and all audio, in the order of the recording. */
  readonly streams: Stream[];
  readonly video: Stream;
  readonly audio: Stream[];
  /** Audio of which nothing could be read: it begins too late, or its codec is unknown. */
  readonly unreadable: Stream[];
  readonly #input = new FormatContext();
  readonly #packet = newPacket();
  /** Frames behind the first keyframe that had no time, and were left out. */
  untimedFrames = 0;
  readonly #leadBytes: bigint;
  readonly #opening: Opening;
  #originPts: bigint | null = null;
  /** Packets of audio from before the first keyframe in the file, which may be of a later time. */
  #early: InputPacket[] = [];

  /**
   * @param url what libavformat opens, such as pipe:0
   * @param leadBytes video before this byte is left out; its audio is not
   * @throws MuxError
   */
  constructor(url: string, leadBytes = 0, opening: Opening = recordingOpening) {
    const { format, options } = opening;
    this.#leadBytes = BigInt(leadBytes);
    this.#opening = opening;
    this.#input.allocContext();
    const container = format === null ? null : InputFormat.findInputFormat(format);
    const opened = this.#input.openInputSync(url, container, Dictionary.fromObject({ ...search, ...options }));
    check(opened, 'cannot_open', 'The recording cannot be opened');
    check(this.#input.findStreamInfoSync(), 'damaged', 'The recording cannot be read');
    const { streams } = this.#input;
    const best = this.#input.findBestStream(AVMEDIA_TYPE_VIDEO);
    const video = streams.find(({ index }) => index === best);
    if (!video) throw new MuxError('no_video', 'This part of the recording has no video.');
    if (video.codecpar.width === 0) throw new MuxError('damaged', 'The video of this recording cannot be read.');
    this.video = video;
    const allAudio = streams.filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
    this.audio = allAudio.filter(({ codecpar }) => codecpar.sampleRate > 0);
    this.unreadable = allAudio.filter((stream) => !this.audio.includes(stream));
    this.streams = streams.filter((stream) => stream === video || this.audio.includes(stream));
  }

  /** As the container says it, in microseconds; 0 where it does not. */
  get durationUs(): number {
    return Math.max(0, Number(this.#input.duration));
  }

  /** PTS of the first keyframe behind the lead, in units of the video; 0 until it is read. */
  get originPts(): bigint {
    return this.#originPts ?? 0n;
  }

  /** The packets from the first keyframe behind the lead on, and all audio. @throws MuxError */
  *packets(): Generator<InputPacket> {
    const packet = this.#packet;
    for (;;) {
      const read = this.#input.readFrameSync(packet);
      if (read === AVERROR_EOF) return;
      check(read, 'damaged', 'The recording cannot be read');
      const stream = this.streams.find(({ index }) => index === packet.streamIndex);
      if (!stream && !this.#opening.leavesOutUnreadable) this.#requireReadable(packet.streamIndex);
      const isDecodable = this.#opening.takesUntimedDecoding || packet.dts !== AV_NOPTS_VALUE;
      const isTimed = packet.pts !== AV_NOPTS_VALUE && isDecodable;
      if (stream && isTimed) yield* this.#take({ packet, stream });
      else if (stream === this.video && this.#originPts !== null) this.untimedFrames++;
      packet.unref();
    }
  }

  /** A file without a sound that the camera has sent would be silent about it. @throws MuxError */
  #requireReadable(streamIndex: number): void {
    if (!this.unreadable.some(({ index }) => index === streamIndex)) return;
    throw new MuxError(
      'codec',
      'The sound of this camera cannot be read: it begins too late, or its codec is unknown.',
    );
  }

  close(): void {
    for (const { packet } of this.#early) packet.free();
    this.#early = [];
    this.#packet.free();
    this.#input.closeInputSync();
  }

  /** Without a lead, the first keyframe counts wherever it lies. */
  #isBehindLead({ pos }: Packet): boolean {
    return this.#leadBytes === 0n || pos >= this.#leadBytes;
  }

  *#take(taken: InputPacket): Generator<InputPacket> {
    const { packet, stream } = taken;
    if (this.#originPts === null && stream === this.video && packet.isKeyframe && this.#isBehindLead(packet)) {
      this.#originPts = packet.pts;
      for (const early of this.#early.splice(0)) {
        yield early;
        early.packet.free();
      }
    }
    if (this.#originPts !== null) return yield taken;
    const copy = stream === this.video ? null : packet.clone();
    if (!copy) return;
    this.#early.push({ packet: copy, stream });
    if (this.#early.length > maxEarlyPackets) this.#early.shift()?.packet.free();
  }
}

/** Measured over the first seconds; a camera may say another rate than it sends. */
export function rateOf({ avgFrameRate, rFrameRate }: Stream): number {
  const [measured, said] = [framesPerSecond(avgFrameRate), framesPerSecond(rFrameRate)];
  return Math.abs(said / measured - 1) < 0.02 ? said : measured;
}

/** Limit of a picture: 8K. The decoder refuses larger ones before it allocates them. */
export const maxPixels = 8_192 * 4_320;

/** Opens a decoder for a track. @returns null for a codec that this FFmpeg cannot decode. @throws MuxError */
export function openDecoder({ codecpar, timeBase }: Stream): CodecContext | null {
  const codec = Codec.findDecoder(codecpar.codecId);
  if (!codec) return null;
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  check(codecpar.toContext(decoder), 'damaged', 'A track cannot be decoded');
  decoder.setOption('max_pixels', maxPixels);
  decoder.pktTimebase = timeBase;
  check(decoder.open2Sync(codec, null), 'damaged', 'A track cannot be decoded');
  return decoder;
}
