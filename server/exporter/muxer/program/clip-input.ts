import { AV_NOPTS_VALUE, AVERROR_EOF, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { FormatContext, InputFormat, Packet, type Stream } from 'node-av/lib';
import { MuxError } from '../mux-error';
import type { ProgramClip } from '../mux-task';

const { check } = MuxError;
const usPerSecond = 1_000_000;

/** A clip's file, opened: what it has, and its packets with the time at which they were captured. */
export class ClipInput {
  readonly clip: ProgramClip;
  readonly video: Stream;
  /** The camera's first audio track; null where it has none. */
  readonly audio: Stream | null;
  readonly #input = new FormatContext();
  readonly #packet = new Packet();
  /** PTS of the first keyframe, which was captured at the clip's `startUs`. */
  #originPts: bigint | null = null;
  /** Packets of audio from before that keyframe in the file. */
  #early: Packet[] = [];

  /** @throws MuxError */
  constructor(clip: ProgramClip) {
    this.clip = clip;
    this.#packet.alloc();
    this.#input.allocContext();
    const opened = this.#input.openInputSync(clip.file, InputFormat.findInputFormat('mpegts'));
    check(opened, 'damaged', 'The recording cannot be opened');
    check(this.#input.findStreamInfoSync(), 'damaged', 'The recording cannot be read');
    const { streams } = this.#input;
    const best = this.#input.findBestStream(AVMEDIA_TYPE_VIDEO);
    const video = streams.find(({ index }) => index === best);
    if (!video || video.codecpar.width === 0) {
      throw new MuxError('no_video', 'A part of the recording has no video that can be read.');
    }
    this.video = video;
    this.audio =
      streams.find(({ codecpar: { codecType, sampleRate } }) => codecType === AVMEDIA_TYPE_AUDIO && sampleRate > 0) ??
      null;
  }

  /** When what such a timestamp stands for was captured, in microseconds since 1970. */
  timeUs(pts: bigint, { timeBase: { num, den } }: Stream): number {
    const { num: videoNum, den: videoDen } = this.video.timeBase;
    const origin = Number(this.#originPts ?? 0n) * (videoNum / videoDen);
    return this.clip.startUs + (Number(pts) * (num / den) - origin) * usPerSecond;
  }

  /**
   * The packets from the first keyframe on, and all audio. Each is valid until the next one is asked for.
   * @throws MuxError
   */
  *packets(): Generator<{ packet: Packet; stream: Stream }> {
    for (;;) {
      const read = this.#input.readFrameSync(this.#packet);
      if (read === AVERROR_EOF) return;
      check(read, 'damaged', 'The recording cannot be read');
      const { streamIndex, isKeyframe, pts, dts } = this.#packet;
      const isTimed = pts !== AV_NOPTS_VALUE && dts !== AV_NOPTS_VALUE;
      const stream = streamIndex === this.video.index ? this.video : this.audio;
      if (isTimed && stream && streamIndex === stream.index) {
        if (this.#originPts === null && stream === this.video && isKeyframe) {
          this.#originPts = pts;
          yield* this.#takeEarly();
        }
        if (this.#originPts !== null) yield { packet: this.#packet, stream };
        else if (stream === this.audio) this.#early.push(...[this.#packet.clone()].filter((copy) => copy !== null));
      }
      this.#packet.unref();
    }
  }

  close(): void {
    for (const packet of this.#early) packet.free();
    this.#early = [];
    this.#packet.free();
    this.#input.closeInputSync();
  }

  *#takeEarly(): Generator<{ packet: Packet; stream: Stream }> {
    const stream = this.audio;
    for (const packet of stream ? this.#early.splice(0) : []) {
      if (stream) yield { packet, stream };
      packet.free();
    }
  }
}
