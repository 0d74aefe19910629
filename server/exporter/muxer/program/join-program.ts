import { AV_CODEC_ID_H264, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import type { Packet, Rational, Stream } from 'node-av/lib';
import { maxOf } from '@/lib/core/extremes';
import { type FrameRate, framesPerSecond, usualRateOf } from '@/lib/core/frame-rate';
import { evenSize, type Size, tickBase } from '@/lib/media/frame';
import { MuxError } from '../mux-error';
import type { Muxed, ProgramClip, ProgramTask } from '../mux-task';
import { OutputFile } from '../output-file';
import { rateOf } from '../recording-input';
import { ClipInput } from './clip-input';
import { ClipVideo, type ProgramFrame } from './clip-video';
import { ProgramAudio, sampleBase } from './program-audio';

/** H.264 whose parameter sets lie beside the frames, since each camera has its own (ISO/IEC 14496-15). */
const inBandTag = 'avc3';

/** The properties of all clips together, known before the first one is written. */
interface Survey {
  format: Size;
  /** The clips with this key are copied; null where none is. */
  key: string | null;
  rate: FrameRate;
  hasAudio: boolean;
  /** By how much decoding precedes display, at most. */
  delayTicks: number;
}

/**
 * Joins cameras' turns into one MP4, frame by frame as it was on air. The camera's own bytes are copied wherever a whole
 * group of pictures is shown, and frames beside a cut are encoded.
 * @param onProgress takes a number from 0 to 1
 * @throws MuxError
 */
export function joinProgram(
  { file, localStartUs }: ProgramTask,
  clips: ProgramClip[],
  onProgress: (progress: number) => void,
): Muxed {
  const survey = surveyOf(clips);
  const writer = new ProgramWriter(file, survey, clips[0]?.fromUs ?? 0, localStartUs);
  let shownUs = 0;
  for (const [index, clip] of clips.entries()) {
    writer.addClip(new ClipInput(clip), shownUs);
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
    const sizeKey = `${codecpar.width}x${codecpar.height}`;
    lengthUs.set(sizeKey, (lengthUs.get(sizeKey) ?? 0) + clip.toUs - clip.fromUs);
    const rate = usualRateOf(rateOf(input.video));
    const { width, height } = codecpar;
    const seen = {
      key: input.copyKey,
      sizeKey,
      width,
      height,
      rate,
      hasAudio: input.audio.length > 0,
      delayTicks: input.readDelayTicks(),
    };
    input.close();
    return seen;
  });
  const [longest] = [...lengthUs].toSorted(([, one], [, other]) => other - one)[0] ?? [''];
  const like = found.find(({ sizeKey }) => sizeKey === longest);
  if (!like) throw new MuxError('no_video', 'The program has no video.');
  const copied = found.filter(({ key }) => key === longest);
  return {
    format: evenSize(like),
    key: copied.length > 0 ? longest : null,
    rate: (copied[0] ?? like).rate,
    hasAudio: found.some(({ hasAudio }) => hasAudio),
    delayTicks: maxOf(
      copied.map(({ delayTicks }) => delayTicks),
      0,
    ),
  };
}

/** Writes the program's file, clip by clip. */
class ProgramWriter {
  readonly #survey: Survey;
  readonly #output: OutputFile;
  readonly #video: Stream;
  readonly #audio: ProgramAudio | null;
  #lastDtsTicks = Number.NEGATIVE_INFINITY;
  #videoFrames = 0;
  #encodedFrames = 0;
  #lostFrames = 0;
  #lostSound = 0;

  /**
   * @param startUs when the program begins, in microseconds since 1970
   * @param localStartUs the same by the clock of the event: it becomes the time code
   */
  constructor(file: string, survey: Survey, startUs: number, localStartUs: number) {
    this.#survey = survey;
    const { format, key, rate, hasAudio } = survey;
    const output = new OutputFile(file, 'mp4');
    const video = output.addTrack();
    video.codecpar.codecType = AVMEDIA_TYPE_VIDEO;
    video.codecpar.codecId = AV_CODEC_ID_H264;
    video.codecpar.width = format.width;
    video.codecpar.height = format.height;
    video.codecpar.codecTag = key === null ? 0 : inBandTag;
    const audio = hasAudio ? output.addTrack(sampleBase) : null;
    this.#audio = audio && new ProgramAudio((packet) => this.#write(packet.clone(), audio, sampleBase));
    if (audio && this.#audio) {
      MuxError.check(audio.codecpar.fromContext(this.#audio.context), 'codec', 'The audio cannot be written');
    }
    output.begin(video, rate, startUs, localStartUs);
    this.#output = output;
    this.#video = video;
  }

  /** @param shownUs where the clip begins in the program */
  addClip(input: ClipInput, shownUs: number): void {
    const { fromUs, toUs } = input.clip;
    const isCopied = input.copyKey === this.#survey.key && this.#survey.key !== null;
    const video = new ClipVideo(input, this.#survey.format, isCopied, shownUs - fromUs, (frame) =>
      this.#writeFrame(frame),
    );
    const audio = this.#audio?.beginClip(input, shownUs, shownUs + toUs - fromUs);
    for (const { packet, stream } of input.packets()) {
      if (stream === input.video) video.addPacket(packet);
      else if (stream === input.audio[0]) audio?.addPacket(packet);
    }
    video.finish();
    audio?.finish();
    input.close();
  }

  /** @param lengthUs of the program */
  finish(lengthUs: number): Muxed {
    this.#audio?.finish();
    if (this.#videoFrames === 0) throw new MuxError('no_video', 'The program has no video.');
    this.#output.finish();
    const { format, rate, hasAudio } = this.#survey;
    return {
      rate,
      width: format.width,
      height: format.height,
      videoFrames: this.#videoFrames,
      encodedFrames: this.#encodedFrames,
      keyframes: 0,
      lostFrames: this.#lostFrames,
      lostSound: this.#lostSound,
      audioMade: hasAudio ? 'aac' : null,
      durationUs: Math.round(lengthUs + 1e6 / framesPerSecond(rate)),
      audioChannels: hasAudio ? [2] : [],
      audioRates: hasAudio ? [sampleBase.den] : [],
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
    this.#write(copy, this.#video, tickBase);
  }

  #write(packet: Packet | null, track: Stream, base: Rational): void {
    if (!packet) return;
    const isWritten = this.#output.write(packet, track, base);
    if (!isWritten && track === this.#video) this.#lostFrames++;
    else if (!isWritten) this.#lostSound++;
    packet.free();
  }
}
