import { setPriority } from 'node:os';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_ID_H264,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PKT_DATA_DISPLAYMATRIX,
} from 'node-av/constants';
import { Codec, type Packet, type Stream } from 'node-av/lib';
import { framesPerSecond, usualRateOf } from '@/lib/core/frame-rate';
import { ticksPerSecond } from '@/lib/core/timestamp33';
import { adtsFrame } from '@/lib/media/codecs/adts';
import { nalType } from '@/lib/media/codecs/h264';
import { decodeKeyframe } from '@/lib/media/codecs/video-decoder';
import { encodeStill } from '@/lib/media/encode-still';
import { rescale, tickBase } from '@/lib/media/frame';
import { DecodedAudio } from '../decoded-audio';
import { EncodedVideo, encodedSize, type QuarterTurns, type VideoShape } from '../encoded-video';
import { MuxError } from '../mux-error';
import type { Imported, ImportTask } from '../mux-task';
import { maxPixels, RecordingInput, rateOf } from '../recording-input';
import { CopiedVideo } from './copied-video';
import { type ImportUnit, SegmentFiles } from './segment-files';

/**
 * The file is the one thing that is opened: the protocol reads the descriptor alone, and no container of the list names
 * other files. Playlists, pictures and scripts of FFmpeg are none of them.
 */
const opening = {
  format: null,
  options: {
    protocol_whitelist: 'fd',
    format_whitelist: 'mov,matroska,webm,mpegts,mpeg,avi,flv,mxf,asf,ogg',
    fflags: '+genpts',
  },
  leavesOutUnreadable: true,
  takesUntimedDecoding: true,
};

/** A shape that browsers, players and editors take without ado. */
const uploadShape: VideoShape = {
  maxLines: 1_080,
  options: { preset: 'veryfast', crf: '20', 'rc-lookahead': '20' },
  keyframeIntervalFrames: (fps) => Math.max(1, Math.round(2 * fps)),
  hasGlobalHeader: false,
};
/** A longer way from keyframe to keyframe is encoded anew: replay and multiview begin at keyframes. */
const maxGopTicks = 12 * ticksPerSecond;
const stereo = { sampleRate: 48_000, channelLayout: AV_CHANNEL_LAYOUT_STEREO, channels: 2 };
const stereoAac = { profile: 1, rateIndex: 3, channels: 2 };
/** Sound waits for the picture of its time, and for no longer stretch than this. */
const maxWaitingTicks = 30 * ticksPerSecond;
const thumbnailTicks = 10 * ticksPerSecond;
const thumbnailWidth = 240;
/** A file with less than this share of the length that it names is cut off. */
const minShare = 0.9;
const tellIntervalMs = 500;
const delimiter = Buffer.from([0, 0, 0, 1, nalType.accessUnitDelimiter, 0xf0]);
/** Below everything that serves live cameras. */
const niceness = 15;

/**
 * Makes a recording of the video file at standard input: H.264 as it came where everybody can play it, anything else
 * encoded; sound as AAC in stereo.
 * @throws MuxError `needs_encoding` for H.264 that has to be encoded, too; then the folder has to be emptied
 */
export async function importFile(task: ImportTask, onProgress: (progress: number) => void): Promise<Imported> {
  setPriority(niceness);
  const input = new RecordingInput('fd:', 0, opening);
  const { video, durationUs: toldUs } = input;
  const { width, height, codecId } = video.codecpar;
  if (video.hasDisposition(AV_DISPOSITION_ATTACHED_PIC)) throw new MuxError('no_video', 'A cover is no video.');
  if (width * height > maxPixels) throw new MuxError('codec', 'The picture is larger than 8K.');
  if (toldUs / 1e6 > task.maxSeconds) throw new MuxError('too_long', 'The file is too long.');
  const audio = input.audio.find(({ codecpar }) => Codec.findDecoder(codecpar.codecId) !== null) ?? null;
  const quarterTurns = quarterTurnsOf(video);
  const copies = !task.encodes && quarterTurns === 0 && isPlayable(video);
  const rate = usualRateOf(rateOf(video));
  const picture = copies ? new CopiedVideo(video) : new EncodedVideo(video, rate, uploadShape, quarterTurns);
  const sound = audio && new DecodedAudio(audio, task.maxSeconds * 1e6, 'aac', stereo);
  const files = new SegmentFiles(
    { ...task, startUs: task.endUs - toldUs },
    { video: 'h264', audio: sound ? 'aac' : null },
    picture instanceof EncodedVideo ? encodedSizeOf(picture) : { width, height },
  );
  const units = new UnitOrder(files, task, copies && codecId === AV_CODEC_ID_H264);
  const isCutOff = (readUs: number) => readUs < toldUs * minShare;
  const takeVideo = (packet: Packet) => units.addVideo(packet);
  const takeAudio = (packet: Packet) => units.addAudio(packet);
  let toldMs = performance.now();
  try {
    for (const { packet, stream } of input.packets()) {
      if (stream !== video && stream !== audio) continue;
      const origin = BigInt(Math.round(rescale(input.originPts, video.timeBase, ticksPerSecond)));
      packet.rescaleTs(stream.timeBase, tickBase);
      packet.pts -= origin;
      if (packet.dts !== AV_NOPTS_VALUE) packet.dts -= origin;
      if (stream === audio) sound?.addPacket(packet, takeAudio);
      // Frames that are shown before the first keyframe need what lies before it.
      else if (packet.pts >= 0n) picture.addPacket(packet, takeVideo);
      await units.makeThumbnail();
      if (performance.now() - toldMs < tellIntervalMs) continue;
      toldMs = performance.now();
      onProgress(toldUs > 0 ? Math.min(1, units.durationUs / toldUs) : Number(packet.pos) / task.sizeBytes);
    }
  } catch (error) {
    const isEarly = error instanceof MuxError && error.fault === 'damaged' && isCutOff(units.durationUs);
    throw isEarly ? new MuxError('cut_off', error.message) : error;
  }
  picture.finish(takeVideo);
  sound?.finish(takeAudio);
  units.flush();
  await units.makeThumbnail();
  if (units.frames === 0) throw new MuxError('damaged', 'No frame of the file can be read.');
  const durationUs = units.durationUs + 1e6 / framesPerSecond(rate);
  if (isCutOff(durationUs)) throw new MuxError('cut_off', 'The file ends early.');
  files.close();
  return { startUs: task.endUs - toldUs, durationUs: Math.round(durationUs), sizeBytes: files.sizeBytes };
}

const encodedSizeOf = ({ context: { width, height } }: EncodedVideo) => ({ width, height });

/** H.264 that browsers play, in a size that is recorded from cameras. */
function isPlayable({ codecpar }: Stream): boolean {
  const { codecId, format, width, height } = codecpar;
  const { width: most } = encodedSize({ width, height }, uploadShape);
  const is420 = format === AV_PIX_FMT_YUV420P || format === AV_PIX_FMT_YUVJ420P;
  return codecId === AV_CODEC_ID_H264 && is420 && most >= width - 1;
}

/** How a phone was held: a matrix of 16.16 fixed-point numbers in the machine's byte order. */
function quarterTurnsOf({ codecpar }: Stream): QuarterTurns {
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return 0;
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI;
  return (((Math.round(degrees / 90) % 4) + 4) % 4) as QuarterTurns;
}

/** Brings pictures and sound into the order of their times, checks them, and writes them. */
class UnitOrder {
  readonly #files: SegmentFiles;
  readonly #task: ImportTask;
  /** The picture is as it came: its keyframes and times are the file's own. */
  readonly #isCopy: boolean;
  #sound: ImportUnit[] = [];
  #lastDts = Number.NEGATIVE_INFINITY;
  #lastPts = 0;
  #keyframePts: number | null = null;
  #thumbnail: { pts: number; data: Buffer } | null = null;
  #thumbnailPts = Number.NEGATIVE_INFINITY;
  frames = 0;

  constructor(files: SegmentFiles, task: ImportTask, isCopy: boolean) {
    this.#files = files;
    this.#task = task;
    this.#isCopy = isCopy;
  }

  /** Up to the beginning of the last frame. */
  get durationUs(): number {
    return (this.#lastPts * 1e6) / ticksPerSecond;
  }

  /** @throws MuxError */
  addVideo({ data: given, pts: ptsTicks, dts: dtsTicks, isKeyframe }: Packet): void {
    if (!given) return;
    const [pts, dts] = [Number(ptsTicks), Number(dtsTicks)];
    if (pts / ticksPerSecond > this.#task.maxSeconds) throw new MuxError('too_long', 'The file is too long.');
    if (dtsTicks === AV_NOPTS_VALUE || dts <= this.#lastDts) throw this.#unfit('The times of the file run backwards.');
    this.#checkKeyframes(pts, isKeyframe);
    const data = given[4] === delimiter[4] || given[3] === delimiter[4] ? given : Buffer.concat([delimiter, given]);
    this.#lastDts = dts;
    this.#lastPts = Math.max(this.#lastPts, pts);
    this.frames++;
    this.#writeSound(dts);
    this.#files.add({ kind: 'video', data, pts, dts, isKeyframe });
    if (!isKeyframe || pts - this.#thumbnailPts < thumbnailTicks) return;
    this.#thumbnailPts = pts;
    this.#thumbnail = { pts, data: Buffer.from(data) };
  }

  addAudio({ data, pts }: Packet): void {
    if (!data) return;
    const ticks = Math.round((Number(pts) * ticksPerSecond) / stereo.sampleRate);
    const unit = { pts: ticks, dts: ticks, isKeyframe: true, data: adtsFrame(stereoAac, data) };
    this.#sound.push({ kind: 'audio', ...unit });
    this.#writeSound(ticks - maxWaitingTicks);
  }

  flush(): void {
    // Sound after the last picture is no part of a recording.
    this.#writeSound(this.#lastPts);
  }

  /** Makes a small picture of the latest keyframe, where one is due. One that cannot be decoded has none. */
  async makeThumbnail(): Promise<void> {
    if (!this.#thumbnail) return;
    const { pts, data } = this.#thumbnail;
    this.#thumbnail = null;
    const use = (frame: Parameters<typeof encodeStill>[0]) => encodeStill(frame, thumbnailWidth);
    const jpeg = await decodeKeyframe('h264', data, { maxPixels, isRough: true, use }).catch(() => null);
    if (jpeg) this.#files.writeThumbnail(this.#files.wallUsOf(pts), jpeg);
  }

  #checkKeyframes(pts: number, isKeyframe: boolean): void {
    if (this.#isCopy && pts - (this.#keyframePts ?? pts) > maxGopTicks) {
      throw new MuxError('needs_encoding', 'The keyframes lie far apart.');
    }
    if (isKeyframe) this.#keyframePts = pts;
  }

  #unfit(message: string): MuxError {
    return new MuxError(this.#isCopy ? 'needs_encoding' : 'damaged', message);
  }

  #writeSound(untilTicks: number): void {
    let written = 0;
    for (const unit of this.#sound) {
      if (unit.pts > untilTicks) break;
      this.#files.add(unit);
      written++;
    }
    if (written > 0) this.#sound = this.#sound.slice(written);
  }
}
