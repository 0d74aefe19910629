import { AV_CODEC_ID_H264, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Dictionary, FormatContext, type Packet, Rational } from 'node-av/lib';
import { framesPerSecond, usualRateOf } from '@/lib/core/frame-rate';
import { frameOfDay, timeCodeOf } from '@/lib/core/time-code';
import { rateOf } from '../mux';
import { MuxError } from '../mux-error';
import type { Muxed, ProgramClip } from '../mux-task';
import { ClipInput } from './clip-input';
import { ClipVideo, copyKey, type ProgramFormat, type ProgramFrame, tickBase } from './clip-video';
import { ProgramSound, soundRateHz } from './program-sound';

const { check } = MuxError;
/** H.264 whose parameter sets lie beside the frames, since each camera has its own (ISO/IEC 14496-15). */
const inBandTag = 'avc3';

/** The properties of all clips together, known before the first one is written. */
interface Survey {
  format: ProgramFormat;
  /** The clips with this key are copied; null where none is. */
  key: string | null;
  rate: { num: number; den: number };
  hasSound: boolean;
  /** By how much decoding precedes display, at most. */
  delayTicks: number;
}

/**
 * Joins cameras' turns into one MP4, frame by frame as it was on air. The camera's own bytes are copied wherever a whole
 * group of pictures is shown, and frames beside a cut are encoded.
 * @param onProgress takes a number from 0 to 1
 * @throws MuxError
 */
export function joinProgram(file: string, clips: ProgramClip[], onProgress: (progress: number) => void): Muxed {
  const survey = surveyOf(clips);
  const writer = new ProgramWriter(file, survey, clips[0]?.fromUs ?? 0);
  let shownUs = 0;
  for (const [index, clip] of clips.entries()) {
    writer.add(new ClipInput(clip), shownUs);
    shownUs += clip.toUs - clip.fromUs;
    onProgress((index + 1) / clips.length);
  }
  return writer.finish(shownUs);
}

/** The format that is on air the longest is the program's. */
function surveyOf(clips: ProgramClip[]): Survey {
  const lengthUs = new Map<string, number>();
  const found = clips.map((clip) => {
    const input = new ClipInput(clip);
    const { codecpar } = input.video;
    const key = copyKey(input);
    const sizeKey = `${codecpar.width}x${codecpar.height}`;
    lengthUs.set(sizeKey, (lengthUs.get(sizeKey) ?? 0) + clip.toUs - clip.fromUs);
    const rate = usualRateOf(rateOf(input.video));
    const { width, height } = codecpar;
    const seen = { key, sizeKey, width, height, rate, hasSound: input.audio !== null, delayTicks: delayOf(input) };
    input.close();
    return seen;
  });
  const [longest] = [...lengthUs].toSorted(([, one], [, other]) => other - one)[0] ?? [''];
  const like = found.find(({ sizeKey }) => sizeKey === longest);
  if (!like) throw new MuxError('no_video', 'The program has no video.');
  const copied = found.filter(({ key }) => key === longest);
  return {
    // The encoder takes even sizes alone.
    format: { width: like.width - (like.width % 2), height: like.height - (like.height % 2) },
    key: copied.length > 0 ? longest : null,
    rate: (copied[0] ?? like).rate,
    hasSound: found.some(({ hasSound }) => hasSound),
    delayTicks: Math.max(0, ...copied.map(({ delayTicks }) => delayTicks)),
  };
}

/** By how much decoding of the first keyframe precedes its display. */
function delayOf(input: ClipInput): number {
  for (const { packet, stream } of input.packets()) {
    if (stream !== input.video) continue;
    const { num, den } = stream.timeBase;
    return Math.round((Number(packet.pts - packet.dts) * num * tickBase.den) / den);
  }
  return 0;
}

/** Writes the program's file, clip by clip. */
class ProgramWriter {
  readonly #survey: Survey;
  readonly #output = new FormatContext();
  readonly #sound: ProgramSound | null;
  #lastDtsTicks = Number.NEGATIVE_INFINITY;
  #videoFrames = 0;
  #encodedFrames = 0;

  /** @param startUs when the program begins, in microseconds since 1970: it becomes the time code */
  constructor(file: string, survey: Survey, startUs: number) {
    this.#survey = survey;
    const { format, key, rate, hasSound } = survey;
    check(this.#output.allocOutputContext2(null, 'mp4', file), 'cannot_write', 'No such container');
    const video = this.#output.newStream();
    video.codecpar.codecType = AVMEDIA_TYPE_VIDEO;
    video.codecpar.codecId = AV_CODEC_ID_H264;
    video.codecpar.width = format.width;
    video.codecpar.height = format.height;
    video.codecpar.codecTag = key === null ? 0 : inBandTag;
    video.timeBase = new Rational(tickBase.num, tickBase.den);
    video.avgFrameRate = new Rational(rate.num, rate.den);
    video.rFrameRate = new Rational(rate.num, rate.den);
    this.#sound = hasSound ? new ProgramSound((packet) => this.#writeSound(packet)) : null;
    if (this.#sound) {
      const audio = this.#output.newStream();
      check(audio.codecpar.fromContext(this.#sound.encoder), 'codec', 'The sound cannot be written');
      audio.timeBase = new Rational(1, soundRateHz);
    }
    this.#output.metadata = Dictionary.fromObject({
      timecode: timeCodeOf(frameOfDay(startUs, rate), rate),
      creation_time: new Date(startUs / 1_000).toISOString(),
    });
    check(this.#output.openOutputSync(), 'cannot_write', 'The file cannot be made');
    check(this.#output.writeHeaderSync(), 'codec', 'The program does not fit into MP4');
  }

  /** @param shownUs where the clip begins in the program */
  add(input: ClipInput, shownUs: number): void {
    const { fromUs, toUs } = input.clip;
    const isCopied = copyKey(input) === this.#survey.key && this.#survey.key !== null;
    const video = new ClipVideo(input, this.#survey.format, isCopied, shownUs - fromUs, (frame) =>
      this.#writeFrame(frame),
    );
    const sound = this.#sound?.beginClip(input, shownUs, shownUs + toUs - fromUs);
    for (const { packet, stream } of input.packets()) {
      if (stream === input.video) video.push(packet);
      else sound?.push(packet);
    }
    video.finish();
    sound?.finish();
    input.close();
  }

  /** @param lengthUs of the program */
  finish(lengthUs: number): Muxed {
    this.#sound?.finish();
    if (this.#videoFrames === 0) throw new MuxError('no_video', 'The program has no video.');
    check(this.#output.writeTrailerSync(), 'cannot_write', 'The file cannot be finished');
    this.#output.closeOutputSync();
    const { format, rate, hasSound } = this.#survey;
    return {
      rate,
      width: format.width,
      height: format.height,
      videoFrames: this.#videoFrames,
      encodedFrames: this.#encodedFrames,
      durationUs: Math.round(lengthUs + 1e6 / framesPerSecond(rate)),
      audioChannels: hasSound ? [2] : [],
    };
  }

  #writeFrame({ packet, ptsTicks, decodeTicks, isEncoded }: ProgramFrame): void {
    const copy = packet.clone();
    if (!copy) return;
    // All clips have the longest delay, so that decoding goes on from one clip to the next.
    const dts = Math.max(this.#lastDtsTicks + 1, decodeTicks - this.#survey.delayTicks);
    this.#lastDtsTicks = dts;
    copy.dts = BigInt(dts);
    copy.pts = BigInt(Math.max(dts, ptsTicks));
    this.#videoFrames++;
    if (isEncoded) this.#encodedFrames++;
    this.#write(copy, 0, tickBase);
  }

  #writeSound(packet: Packet): void {
    const copy = packet.clone();
    if (copy) this.#write(copy, 1, { num: 1, den: soundRateHz });
  }

  #write(packet: Packet, index: number, base: { num: number; den: number }): void {
    const stream = this.#output.streams[index];
    if (!stream) return;
    packet.streamIndex = index;
    packet.rescaleTs(base, stream.timeBase);
    packet.pos = -1n;
    const written = this.#output.interleavedWriteFrameSync(packet);
    packet.free();
    check(written, 'cannot_write', 'The file cannot be written');
  }
}
