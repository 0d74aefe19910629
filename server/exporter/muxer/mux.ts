import { AV_CODEC_ID_AAC } from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';
import { framesPerSecond, usualRateOf } from '@/lib/core/frame-rate';
import { tickBase } from '@/lib/media/frame';
import { MuxError } from './mux-error';
import type { CopyTask, Muxed } from './mux-task';
import { OutputFile } from './output-file';
import { RecordingInput, rateOf } from './recording-input';

/** Apple's players want this tag of HEVC. */
const appleHevcTag = 'hvc1';
const ticksPerUs = 0.09;

/**
 * Copies the video and all audio of an MPEG-TS into another container, without decoding. Begins with the first keyframe, at
 * the time code of its capture.
 * @param url what libavformat opens, such as pipe:0
 * @throws MuxError
 */
export function mux(url: string, { file, format, startUs, localStartUs, durationUs }: CopyTask): Muxed {
  const input = new RecordingInput(url);
  const output = new OutputFile(file, format);
  const tracks = new Map(
    input.streams.map((stream) => {
      const track = output.addTrack();
      MuxError.check(stream.codecpar.copy(track.codecpar), 'codec', 'A codec cannot be copied');
      const codec = track.codecpar.getCodecString()?.slice(0, 4);
      const isHevc = stream === input.video && (codec === 'hvc1' || codec === 'hev1');
      track.codecpar.codecTag = isHevc && format !== 'mkv' ? appleHevcTag : 0;
      return [stream, track];
    }),
  );
  const video = tracks.get(input.video);
  if (!video) throw new MuxError('no_video', 'This part of the recording has no video.');
  const rate = usualRateOf(rateOf(input.video));
  output.begin(video, rate, startUs, localStartUs);

  const lengthTicks = BigInt(Math.round(durationUs * ticksPerUs));
  const rates = new AdtsRates();
  let videoFrames = 0;
  let lastPts = 0n;
  for (const { packet, stream } of input.packets()) {
    const track = tracks.get(stream);
    if (!track) continue;
    const { num, den } = input.video.timeBase;
    const origin = (input.originPts * BigInt(num * tickBase.den)) / BigInt(den);
    packet.rescaleTs(stream.timeBase, tickBase);
    packet.pts -= origin;
    packet.dts -= origin;
    const isVideo = stream === input.video;
    // Other tracks begin with the video.
    if (packet.dts >= lengthTicks || (!isVideo && packet.pts < 0n)) continue;
    if (!isVideo) rates.check(packet, track);
    if (isVideo) {
      videoFrames++;
      if (packet.pts > lastPts) lastPts = packet.pts;
    }
    output.write(packet, track, tickBase);
  }
  if (videoFrames === 0) throw new MuxError('no_video', 'This part of the recording has no video.');
  output.finish();
  const { width, height } = video.codecpar;
  return {
    rate,
    width,
    height,
    videoFrames,
    encodedFrames: 0,
    durationUs: Math.round(Number(lastPts) / ticksPerUs + 1e6 / framesPerSecond(rate)),
    audioChannels: input.audio.map(({ codecpar }) => codecpar.channels),
    audioRates: input.audio.map(({ codecpar }) => codecpar.sampleRate),
  };
}

/** Watches the sampling rates of AAC: a track of a file has one, and would play another one slow and flat. */
class AdtsRates {
  readonly #seen = new Map<Stream, number>();

  /** @throws MuxError */
  check({ data }: Packet, track: Stream): void {
    if (track.codecpar.codecId !== AV_CODEC_ID_AAC || !data) return;
    // ISO/IEC 13818-7, adts_fixed_header: syncword, then sampling_frequency_index.
    const [first = 0, second = 0, third = 0] = data;
    if (first !== 0xff || (second & 0xf6) !== 0xf0) return;
    const rate = (third >> 2) & 0x0f;
    const before = this.#seen.get(track);
    if (before === undefined) this.#seen.set(track, rate);
    else if (before !== rate) {
      throw new MuxError('codec', 'The sampling rate of the sound changes, which this container does not hold.');
    }
  }
}
