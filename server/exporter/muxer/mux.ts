import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_MP2,
  AV_CODEC_ID_MP3,
} from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';
import { framesPerSecond, usualRateOf } from '@/lib/core/frame-rate';
import { tickBase } from '@/lib/media/frame';
import { MuxError } from './mux-error';
import type { CopyTask, Muxed } from './mux-task';
import { OutputFile } from './output-file';
import { PcmAudio } from './pcm-audio';
import { RecordingInput, rateOf } from './recording-input';

/** Apple's players want this tag of HEVC. */
const appleHevcTag = 'hvc1';
const ticksPerUs = 0.09;
/** Every editor plays these in a MOV. Any other sound is decoded: MOV refuses Opus, and no editor reads its LATM. */
const movAudio = new Set<number>([
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_MP2,
  AV_CODEC_ID_MP3,
]);

/** A track of the recording, and what becomes of it in the file. */
interface InputTrack {
  stream: Stream;
  track: Stream;
  /** Null for what is copied. */
  pcm: PcmAudio | null;
}

/**
 * Copies the video and all audio of an MPEG-TS into another container. Audio that editors do not read becomes PCM. Begins with the first keyframe
 * behind the lead, at the time code of its capture.
 * @param url what libavformat opens, such as pipe:0
 * @throws MuxError
 */
export function mux(url: string, { file, format, startUs, localStartUs, durationUs, leadBytes }: CopyTask): Muxed {
  const input = new RecordingInput(url, leadBytes);
  const output = new OutputFile(file, format);
  const tracks = input.streams.map((stream): InputTrack => {
    const { codecpar, metadata } = stream;
    const decoded = format === 'mov' && stream !== input.video && !movAudio.has(codecpar.codecId);
    const pcm = decoded ? new PcmAudio(stream, durationUs) : null;
    const track = output.addTrack(pcm?.timeBase, metadata?.get('language'));
    if (pcm) MuxError.check(track.codecpar.fromContext(pcm.context), 'codec', 'The audio cannot be written');
    else MuxError.check(codecpar.copy(track.codecpar), 'codec', 'A codec cannot be copied');
    const codec = track.codecpar.getCodecString()?.slice(0, 4);
    const isHevc = stream === input.video && (codec === 'hvc1' || codec === 'hev1');
    track.codecpar.codecTag = isHevc && format !== 'mkv' ? appleHevcTag : 0;
    return { stream, track, pcm };
  });
  const video = tracks.find(({ stream }) => stream === input.video)?.track;
  if (!video) throw new MuxError('no_video', 'This part of the recording has no video.');
  const rate = usualRateOf(rateOf(input.video));
  output.begin(video, rate, startUs, localStartUs);

  const lengthTicks = BigInt(Math.round(durationUs * ticksPerUs));
  const rates = new AdtsRates();
  let videoFrames = 0;
  let lastPts = 0n;
  // By how much frames are decoded before they are shown: so much longer the picture lasts, and the sound with it.
  let delayTicks = 0n;
  for (const { packet, stream } of input.packets()) {
    const { track, pcm } = tracks.find((one) => one.stream === stream) ?? {};
    if (!track) continue;
    const { num, den } = input.video.timeBase;
    const origin = (input.originPts * BigInt(num * tickBase.den)) / BigInt(den);
    packet.rescaleTs(stream.timeBase, tickBase);
    packet.pts -= origin;
    packet.dts -= origin;
    if (pcm) {
      pcm.addPacket(packet, (made) => output.write(made, track, pcm.timeBase));
      continue;
    }
    const isVideo = stream === input.video;
    // Other tracks begin with the video.
    if (isVideo ? packet.dts >= lengthTicks : packet.pts < 0n || packet.pts >= lengthTicks + delayTicks) continue;
    if (!isVideo) rates.check(packet, track);
    else {
      if (videoFrames++ === 0) delayTicks = packet.pts - packet.dts;
      if (packet.pts > lastPts) lastPts = packet.pts;
    }
    output.write(packet, track, tickBase);
  }
  for (const { track, pcm } of tracks) pcm?.finish((made) => output.write(made, track, pcm.timeBase));
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
