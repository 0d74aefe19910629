import { AV_NOPTS_VALUE, AVERROR_EOF, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Dictionary, FormatContext, InputFormat, Packet, Rational, type Stream } from 'node-av/lib';
import { framesPerSecond, usualRateOf } from '@/lib/core/frame-rate';
import { frameOfDay, timeCodeOf } from '@/lib/core/time-code';
import { MuxError } from './mux-error';
import type { CopyTask, Muxed } from './mux-task';

const { check } = MuxError;

const formatNames = { mp4: 'mp4', mov: 'mov', mkv: 'matroska' } as const;
/** Apple's players want this tag of HEVC. */
const appleTags: Record<string, string> = { hevc: 'hvc1' };
const ticksPerUs = 0.09;
const tickBase = { num: 1, den: 90_000 };

/** An output's stream, and what has been written of it. */
interface Track {
  input: Stream;
  output: Stream;
  isVideo: boolean;
}

/**
 * Copies the video and all audio of an MPEG-TS into another container, without decoding. Begins with the first keyframe, at
 * the time code of its capture.
 * @param url what libavformat opens, such as pipe:0
 * @throws MuxError
 */
export function mux(url: string, { file, format, startUs, durationUs }: CopyTask): Muxed {
  const input = new FormatContext();
  input.allocContext();
  check(input.openInputSync(url, InputFormat.findInputFormat('mpegts')), 'damaged', 'The recording cannot be opened');
  check(input.findStreamInfoSync(), 'damaged', 'The recording cannot be read');

  const output = new FormatContext();
  check(output.allocOutputContext2(null, formatNames[format], file), 'cannot_write', 'No such container');
  const tracks = addTracks(input, output, format);
  const video = tracks.find(({ isVideo }) => isVideo);
  if (!video) throw new MuxError('no_video', 'This part of the recording has no video.');
  if (video.input.codecpar.width === 0) throw new MuxError('damaged', 'The video of this recording cannot be read.');
  const rate = usualRateOf(rateOf(video.input));
  video.output.avgFrameRate = new Rational(rate.num, rate.den);
  video.output.rFrameRate = new Rational(rate.num, rate.den);
  output.metadata = Dictionary.fromObject({
    timecode: timeCodeOf(frameOfDay(startUs, rate), rate),
    creation_time: new Date(startUs / 1_000).toISOString(),
  });
  check(output.openOutputSync(), 'cannot_write', 'The file cannot be made');
  check(output.writeHeaderSync(), 'codec', `A codec of this camera does not fit into ${format.toUpperCase()}`);

  const copied = copyPackets(input, output, tracks, BigInt(Math.round(durationUs * ticksPerUs)));
  check(output.writeTrailerSync(), 'cannot_write', 'The file cannot be finished');
  output.closeOutputSync();
  const { width, height } = video.output.codecpar;
  return {
    rate,
    width,
    height,
    videoFrames: copied.videoFrames,
    encodedFrames: 0,
    durationUs: Math.round(Number(copied.lastPts) / ticksPerUs + 1e6 / framesPerSecond(rate)),
    audioChannels: tracks.filter(({ isVideo }) => !isVideo).map(({ input: { codecpar } }) => codecpar.channels),
  };
}

function addTracks(input: FormatContext, output: FormatContext, format: CopyTask['format']): Track[] {
  const best = input.findBestStream(AVMEDIA_TYPE_VIDEO);
  return input.streams.flatMap((stream) => {
    const { codecType, sampleRate } = stream.codecpar;
    const isVideo = stream.index === best;
    if (!isVideo && !(codecType === AVMEDIA_TYPE_AUDIO && sampleRate > 0)) return [];
    const made = output.newStream();
    check(stream.codecpar.copy(made.codecpar), 'codec', 'A codec cannot be copied');
    const codec = made.codecpar.getCodecString()?.slice(0, 4);
    const tag = format !== 'mkv' && isVideo && (codec === 'hvc1' || codec === 'hev1') ? appleTags.hevc : undefined;
    made.codecpar.codecTag = tag ?? 0;
    made.timeBase = new Rational(tickBase.num, tickBase.den);
    return [{ input: stream, output: made, isVideo }];
  });
}

/** Measured over the first seconds; a camera may say another rate than it sends. */
export function rateOf({ avgFrameRate, rFrameRate }: Stream): number {
  const [measured, said] = [framesPerSecond(avgFrameRate), framesPerSecond(rFrameRate)];
  return Math.abs(said / measured - 1) < 0.02 ? said : measured;
}

/** Copies packets between the first keyframe and the end. Other tracks begin with the video. */
function copyPackets(input: FormatContext, output: FormatContext, tracks: Track[], lengthTicks: bigint) {
  const packet = new Packet();
  packet.alloc();
  let origin: bigint | null = null;
  let videoFrames = 0;
  let lastPts = 0n;
  /** Audio from before the first keyframe in the file, which may be of a later time. */
  let waiting: Packet[] = [];
  const write = (copy: Packet, { input: from, output: to, isVideo }: Track) => {
    if (origin === null || copy.dts === AV_NOPTS_VALUE || copy.pts === AV_NOPTS_VALUE) return;
    copy.rescaleTs(from.timeBase, tickBase);
    copy.pts -= origin;
    copy.dts -= origin;
    if (copy.dts >= lengthTicks || (!isVideo && copy.pts < 0n)) return;
    if (isVideo) {
      videoFrames++;
      if (copy.pts > lastPts) lastPts = copy.pts;
    }
    copy.streamIndex = to.index;
    copy.rescaleTs(tickBase, to.timeBase);
    copy.pos = -1n;
    const written = output.interleavedWriteFrameSync(copy);
    // A single frame out of order costs that frame, not the file.
    if (written < 0 && written !== invalidData) check(written, 'cannot_write', 'The file cannot be written');
  };
  for (;;) {
    const read = input.readFrameSync(packet);
    if (read === AVERROR_EOF) break;
    check(read, 'damaged', 'The recording cannot be read');
    const track = tracks.find(({ input: { index } }) => index === packet.streamIndex);
    if (track && origin === null && track.isVideo && packet.isKeyframe && packet.pts !== AV_NOPTS_VALUE) {
      origin = rescaled(packet.pts, track.input);
      const earlier = waiting;
      waiting = [];
      for (const copy of earlier) {
        const own = tracks.find(({ input: { index } }) => index === copy.streamIndex);
        if (own) write(copy, own);
        copy.free();
      }
    }
    if (track && origin !== null) write(packet, track);
    else if (track && !track.isVideo) waiting.push(...[packet.clone()].filter((copy) => copy !== null));
    packet.unref();
  }
  packet.free();
  if (videoFrames === 0) throw new MuxError('no_video', 'This part of the recording has no video.');
  return { videoFrames, lastPts };
}

/** AVERROR(EINVAL): the muxer refuses a packet whose timestamps do not go on. */
const invalidData = -22;

const rescaled = (timestamp: bigint, { timeBase }: Stream): bigint =>
  (timestamp * BigInt(timeBase.num * tickBase.den)) / BigInt(timeBase.den);
