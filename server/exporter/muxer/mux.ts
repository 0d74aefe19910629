import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AAC_LATM,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_MP2,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_S302M,
} from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';
import { framesPerSecond, usualRateOf } from '@/lib/core/frame-rate';
import { tickBase } from '@/lib/media/frame';
import { checkWritten } from './check-written';
import { DecodedAudio } from './decoded-audio';
import { EncodedVideo, proxyShape } from './encoded-video';
import { MuxError } from './mux-error';
import type { AudioMade, CopyTask, Muxed, MuxFormat } from './mux-task';
import { OutputFile } from './output-file';
import { RecordingInput, rateOf } from './recording-input';

/** Apple's players want this tag of HEVC. */
const appleHevcTag = 'hvc1';
const ticksPerUs = 0.09;
const everywhere = new Set<number>([
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_MP2,
  AV_CODEC_ID_MP3,
]);

/** Which sound a container has as it came, and what becomes of any other: no editor reads LATM, and MOV refuses Opus. */
const sounds: Record<MuxFormat, { isCopied(codecId: number): boolean; made: AudioMade }> = {
  mov: { isCopied: (id) => everywhere.has(id), made: 'pcm' },
  // Few players know PCM in MP4.
  mp4: { isCopied: (id) => everywhere.has(id) || id === AV_CODEC_ID_OPUS, made: 'aac' },
  mkv: { isCopied: (id) => id !== AV_CODEC_ID_AAC_LATM && id !== AV_CODEC_ID_S302M, made: 'pcm' },
};

/** A track of the recording, and what becomes of it in the file. */
interface InputTrack {
  stream: Stream;
  track: Stream;
  /** Null for what is copied. */
  decoded: DecodedAudio | EncodedVideo | null;
  /** Packets in the file, and those that it has refused. */
  written: number;
  refused: number;
}

/**
 * Copies the video and all audio of an MPEG-TS into another container. Audio that the container cannot have is decoded, and
 * so is the video of a proxy. Begins with the first keyframe
 * behind the lead, at the time code of its capture.
 * @param url what libavformat opens, such as pipe:0
 * @throws MuxError
 */
export function mux(url: string, task: CopyTask): Muxed {
  const { file, format, startUs, localStartUs, durationUs, leadBytes, decodesAudio, leftOut, isProxy } = task;
  const input = new RecordingInput(url, leadBytes);
  const output = new OutputFile(file, format);
  const { isCopied, made } = sounds[format];
  const rate = usualRateOf(rateOf(input.video));
  const decoderOf = (stream: Stream) => {
    if (stream === input.video) return isProxy ? new EncodedVideo(stream, rate, proxyShape) : null;
    const isDecoded = decodesAudio || !isCopied(stream.codecpar.codecId);
    return isDecoded ? new DecodedAudio(stream, durationUs, made) : null;
  };
  const taken = input.streams.filter(({ index }) => !leftOut?.includes(index));
  const tracks = taken.map((stream): InputTrack => {
    const { codecpar, metadata } = stream;
    const decoded = decoderOf(stream);
    const track = output.addTrack(decoded?.timeBase, metadata?.get('language'));
    if (decoded) MuxError.check(track.codecpar.fromContext(decoded.context), 'codec', 'A track cannot be written');
    else MuxError.check(codecpar.copy(track.codecpar), 'codec', 'A codec cannot be copied');
    const codec = track.codecpar.getCodecString()?.slice(0, 4);
    const isHevc = stream === input.video && (codec === 'hvc1' || codec === 'hev1');
    track.codecpar.codecTag = isHevc && format !== 'mkv' ? appleHevcTag : 0;
    return { stream, track, decoded, written: 0, refused: 0 };
  });
  const video = tracks.find(({ stream }) => stream === input.video);
  if (!video) throw new MuxError('no_video', 'This part of the recording has no video.');
  output.begin(video.track, rate, startUs, localStartUs);
  const write = (one: InputTrack, packet: Packet, base = one.decoded?.timeBase ?? tickBase) => {
    if (output.write(packet, one.track, base)) one.written++;
    else one.refused++;
  };

  const lengthTicks = BigInt(Math.round(durationUs * ticksPerUs));
  const sound = new AdtsFormats();
  let frames = 0;
  let keyframes = 0;
  let lastPts = 0n;
  // By how much frames are decoded before they are shown: so much longer the picture lasts, and the sound with it.
  let delayTicks: bigint | null = null;
  for (const { packet, stream } of input.packets()) {
    const one = tracks.find((track) => track.stream === stream);
    if (!one) continue;
    const { num, den } = input.video.timeBase;
    const origin = (input.originPts * BigInt(num * tickBase.den)) / BigInt(den);
    packet.rescaleTs(stream.timeBase, tickBase);
    packet.pts -= origin;
    packet.dts -= origin;
    const { decoded } = one;
    if (one !== video) {
      if (decoded) {
        decoded.addPacket(packet, (made) => write(one, made));
        continue;
      }
      // Other tracks begin with the video.
      if (packet.pts < 0n || packet.pts >= lengthTicks + (delayTicks ?? 0n)) continue;
      sound.check(packet, one.track);
      write(one, packet);
      continue;
    }
    // Frames that are shown before the first keyframe need what lies before it. At the end, a frame that others need is shown
    // behind the range: without those between, the picture would have holes.
    if (packet.pts < 0n || (packet.dts >= lengthTicks && packet.pts >= lastPts)) continue;
    delayTicks ??= packet.pts - packet.dts;
    if (packet.pts > lastPts) lastPts = packet.pts;
    if (packet.isKeyframe) keyframes++;
    frames++;
    if (decoded) decoded.addPacket(packet, (made) => write(one, made));
    else write(one, packet);
  }
  for (const one of tracks) one.decoded?.finish((frame) => write(one, frame));
  if (video.written === 0) throw new MuxError('no_video', 'This part of the recording has no video.');
  const empty = tracks.filter(({ written, refused }) => written + refused === 0).map(({ stream }) => stream.index);
  if (empty.length > 0) throw new MuxError('empty_tracks', 'A track has nothing in this range.', empty);
  output.finish();
  checkWritten(
    file,
    format,
    tracks.map(({ track, written }) => ({ written, rateHz: track.codecpar.sampleRate })),
  );
  const { width, height } = video.track.codecpar;
  const audio = taken.filter((stream) => stream !== input.video);
  return {
    rate,
    width,
    height,
    videoFrames: video.written,
    encodedFrames: isProxy ? video.written : 0,
    keyframes,
    lostFrames: frames - video.written + input.untimedFrames,
    lostSound: tracks.reduce((sum, one) => sum + (one === video ? 0 : one.refused), 0),
    audioMade: tracks.some((one) => one !== video && one.decoded) ? made : null,
    durationUs: Math.round(Number(lastPts) / ticksPerUs + 1e6 / framesPerSecond(rate)),
    audioChannels: audio.map(({ codecpar }) => codecpar.channels),
    audioRates: audio.map(({ codecpar }) => codecpar.sampleRate),
  };
}

/** Watches the rates and channels of AAC: a track of a file has one of each, and would play another one slow and flat. */
class AdtsFormats {
  readonly #seen = new Map<Stream, number>();

  /** @throws MuxError */
  check({ data }: Packet, track: Stream): void {
    if (track.codecpar.codecId !== AV_CODEC_ID_AAC || !data) return;
    const [first = 0, second = 0, third = 0, fourth = 0] = data;
    if (first !== 0xff || (second & 0xf6) !== 0xf0) return;
    // ISO/IEC 13818-7, adts_fixed_header: syncword, then sampling_frequency_index and channel_configuration.
    const format = ((third & 0x3d) << 2) | (fourth >> 6);
    const before = this.#seen.get(track);
    if (before === undefined) this.#seen.set(track, format);
    else if (before !== format) throw new MuxError('sound_changes', 'The sampling rate or the channels change.');
  }
}
