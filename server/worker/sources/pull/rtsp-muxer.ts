import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_PCM_ALAW,
  AV_CODEC_ID_PCM_MULAW,
  AV_CODEC_ID_PCM_S16BE,
  AV_NOPTS_VALUE,
  type AVCodecID,
} from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';
import { addTicks, ticksPerSecond } from '@/lib/core/timestamp33';
import { adtsFrame } from '@/lib/media/codecs/adts';
import { joinAnnexB, splitAnnexB } from '@/lib/media/codecs/annex-b';
import type { PlainAudio } from '@/lib/media/codecs/audio-decoder';
import { AudioToAac } from '@/lib/media/codecs/audio-to-aac';
import { nalType, nalTypeOf, ParameterSets } from '@/lib/media/codecs/h264';
import { isHevcParameterSet } from '@/lib/media/codecs/hevc';
import { rescale } from '@/lib/media/frame';
import { MpegTsMuxer } from '@/lib/media/mpegts/mpegts-muxer';
import { OpusToAac } from '../room/opus-to-aac';
import { readAacConfig } from '../rtmp/codec-config';
import type { EncodedVideo } from '../source';
import { MjpegToH264 } from './mjpeg-to-h264';

const h264Delimiter = Buffer.from([nalType.accessUnitDelimiter, 0xf0]);
const h264DelimiterUnit = joinAnnexB([h264Delimiter]);
const hevcDelimiter = Buffer.from([0x46, 0x01, 0x50]);
const wrapTicks = 2 ** 33;
const aacSamples = 1_024;
/** AAC LC of 48 kHz, which {@link AudioToAac} makes. */
const stereoAac = { profile: 1, rateIndex: 3, channels: 2 };
const hevcIrapTypes = { first: 16, last: 23 };
const hevcTypeOf = (nal: Buffer): number => ((nal[0] ?? 0) >> 1) & 0x3f;

/** Puts one packet into MPEG-TS. @param pts and `dts`: 33-bit ticks of 90 kHz */
type AddPacket = (data: Buffer, pts: number, dts: number) => void;

interface Track {
  stream: Stream;
  add: AddPacket;
  /** The time that each packet takes, where several come under one timestamp; null where each has one. */
  unitTicks: number | null;
  lastTicks: number | null;
}

/** Makes MPEG-TS of what FFmpeg's RTSP demuxer delivers: the first video and the first audio of codecs that a camera may have. */
export class RtspMuxer {
  readonly #muxer = new MpegTsMuxer();
  readonly #onBytes: (bytes: Buffer) => void;
  readonly #tracks = new Map<number, Track>();
  #audio: OpusToAac | AudioToAac | null = null;
  #mjpeg: MjpegToH264 | null = null;

  constructor(streams: readonly Stream[], onBytes: (bytes: Buffer) => void) {
    this.#onBytes = onBytes;
    const isVideo = ({ codecpar }: Stream) => videoCodecs.has(codecpar.codecId);
    // Encoding costs, where a camera offers both.
    const video = streams.find((stream) => isVideo(stream) && !isMjpeg(stream)) ?? streams.find(isVideo);
    const audio = streams.find(({ codecpar }) => isTaken(codecpar));
    if (video) {
      this.#tracks.set(video.index, { stream: video, add: this.#videoOf(video), unitTicks: null, lastTicks: null });
    }
    if (audio) {
      const { codecId, sampleRate } = audio.codecpar;
      const unitTicks = codecId === AV_CODEC_ID_AAC ? Math.round((aacSamples * ticksPerSecond) / sampleRate) : null;
      this.#tracks.set(audio.index, { stream: audio, add: this.#audioOf(audio), unitTicks, lastTicks: null });
    }
    const videoCodec = video && videoCodecs.get(video.codecpar.codecId);
    this.#muxer.setTracks({ video: videoCodec ?? null, audio: audio ? 'aac' : null });
  }

  /** Whether there is anything to be seen or heard. */
  get hasTracks(): boolean {
    return this.#tracks.size > 0;
  }

  /** The codec of video that is encoded as H.264 here; undefined where it is copied. */
  get encodedVideo(): EncodedVideo | undefined {
    return this.#mjpeg ? 'mjpeg' : undefined;
  }

  /** @throws FFmpegError when video or sound cannot be encoded; it is unusable then */
  addPacket({ streamIndex, data, pts, dts }: Packet): void {
    const track = this.#tracks.get(streamIndex);
    if (!track || !data) return;
    const { stream, unitTicks, lastTicks } = track;
    const ticksOf = (time: bigint) => {
      const ticks = Math.round(rescale(time, stream.timeBase, ticksPerSecond));
      return addTicks(0, ((ticks % wrapTicks) + wrapTicks) % wrapTicks);
    };
    const following = lastTicks === null || unitTicks === null ? null : addTicks(lastTicks, unitTicks);
    const shown = pts === AV_NOPTS_VALUE ? following : ticksOf(pts);
    if (shown === null) return;
    track.lastTicks = shown;
    track.add(data, shown, dts === AV_NOPTS_VALUE ? shown : ticksOf(dts));
  }

  close(): void {
    this.#audio?.close();
    this.#mjpeg?.close();
  }

  #videoOf(stream: Stream): AddPacket {
    const { codecpar } = stream;
    if (isMjpeg(stream)) {
      const mjpeg = new MjpegToH264(({ data, ticks, isKeyframe }) => {
        this.#send('video', Buffer.concat([h264DelimiterUnit, data]), ticks, ticks, isKeyframe);
      });
      this.#mjpeg = mjpeg;
      return (data, pts) => mjpeg.addPicture(data, pts);
    }
    const sets = splitAnnexB(codecpar.extradata ?? Buffer.alloc(0));
    if (codecpar.codecId === AV_CODEC_ID_HEVC) return (data, pts, dts) => this.#addHevc(sets, data, pts, dts);
    const parameterSets = new ParameterSets();
    parameterSets.complete(sets);
    return (data, pts, dts) => {
      const { nals, isKeyframe } = parameterSets.complete(splitAnnexB(data));
      const rest = nals.filter((nal) => nalTypeOf(nal) !== nalType.accessUnitDelimiter);
      this.#send('video', joinAnnexB([h264Delimiter, ...rest]), pts, dts, isKeyframe);
    };
  }

  #addHevc(sets: Buffer[], data: Buffer, pts: number, dts: number): void {
    const nals = splitAnnexB(data).filter((nal) => nal[0] !== hevcDelimiter[0]);
    const isKeyframe = nals.some((nal) => {
      const type = hevcTypeOf(nal);
      return type >= hevcIrapTypes.first && type <= hevcIrapTypes.last;
    });
    const added = isKeyframe && !nals.some(isHevcParameterSet) ? sets : [];
    this.#send('video', joinAnnexB([hevcDelimiter, ...added, ...nals]), pts, dts, isKeyframe);
  }

  #audioOf({ codecpar }: Stream): AddPacket {
    if (codecpar.codecId === AV_CODEC_ID_OPUS) {
      const opus = new OpusToAac((adts, ticks) => this.#send('audio', adts, addTicks(0, ticks)));
      this.#audio = opus;
      return (data, pts) => void opus.addPacket(data, pts);
    }
    const plain = plainAudioOf(codecpar);
    if (plain) {
      const audio = new AudioToAac(plain, (aac, ticks) => {
        this.#send('audio', adtsFrame(stereoAac, aac), addTicks(0, Math.round(ticks) % wrapTicks));
      });
      this.#audio = audio;
      return (data, pts) => audio.addPesPacket(data, pts);
    }
    const config = readAacConfig(codecpar.extradata ?? Buffer.alloc(0));
    return (data, pts) => this.#send('audio', adtsFrame(config, data), pts);
  }

  #send(kind: 'video' | 'audio', data: Buffer, pts: number, dts = pts, isKeyframe = true): void {
    this.#onBytes(this.#muxer.accessUnit(kind, data, pts, isKeyframe, dts));
  }
}

const videoCodecs = new Map<AVCodecID, 'h264' | 'hevc'>([
  [AV_CODEC_ID_H264, 'h264'],
  [AV_CODEC_ID_HEVC, 'hevc'],
  [AV_CODEC_ID_MJPEG, 'h264'],
]);
const isMjpeg = ({ codecpar }: Stream): boolean => codecpar.codecId === AV_CODEC_ID_MJPEG;
const audioCodecs = new Set<AVCodecID>([AV_CODEC_ID_AAC, AV_CODEC_ID_OPUS]);
const plainCodecs = new Map<AVCodecID, PlainAudio['codec']>([
  [AV_CODEC_ID_PCM_ALAW, 'pcm_alaw'],
  [AV_CODEC_ID_PCM_MULAW, 'pcm_mulaw'],
  [AV_CODEC_ID_PCM_S16BE, 'pcm_s16be'],
]);

const isTaken = (codecpar: Stream['codecpar']): boolean =>
  audioCodecs.has(codecpar.codecId) || plainAudioOf(codecpar) !== null;

/** @returns null for audio that is not plain, and for more than two channels */
function plainAudioOf({ codecId, sampleRate: sampleRateHz, channels }: Stream['codecpar']): PlainAudio | null {
  const codec = plainCodecs.get(codecId);
  return codec && (channels === 1 || channels === 2) ? { codec, sampleRateHz, channels } : null;
}
