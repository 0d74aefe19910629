import {
  AV_HWDEVICE_TYPE_VAAPI,
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_VAAPI,
  AV_PIX_FMT_YUV420P,
  type AVPixelFormat,
  FF_ENCODER_H264_NVENC,
  FF_ENCODER_H264_QSV,
  FF_ENCODER_H264_VAAPI,
  FF_ENCODER_H264_VIDEOTOOLBOX,
  FF_ENCODER_LIBX264,
  type FFEncoderCodec,
} from 'node-av/constants';
import {
  Codec,
  type CodecContext,
  Dictionary,
  FFmpegError,
  type Frame,
  HardwareDeviceContext,
  type Rational,
} from 'node-av/lib';
import type { FilterStep } from '../filter-chain';
import { makeVideoEncoder } from './video-encoder';

export interface EncoderChoice {
  /** libx264's preset. */
  preset: 'ultrafast' | 'superfast';
  profile: 'baseline' | 'high';
  maxThreads: number;
  mayUseHardware: boolean;
}

/** An encoder that FFmpeg may have and this machine may be able to open. */
export interface EncoderKind {
  name: FFEncoderCodec;
  pixelFormat: AVPixelFormat;
  /** Filters that upload a yuv420p frame to it. */
  upload: FilterStep[];
  options(choice: EncoderChoice): Record<string, string>;
  /** Null when it takes frames from memory. @throws Error when this machine has no such device */
  openDevice(): HardwareDeviceContext | null;
}

export interface EncoderRate {
  framerate: Rational;
  bitrateBps: number;
  keyframeIntervalFrames: number;
}

const noDevice = (): null => null;

/** The encoder in software, which works on every machine. */
export const libx264: EncoderKind = {
  name: FF_ENCODER_LIBX264,
  pixelFormat: AV_PIX_FMT_YUV420P,
  upload: [],
  openDevice: noDevice,
  options: ({ preset, profile }) => ({ preset, profile, tune: 'zerolatency', 'forced-idr': '1' }),
};

/** In the order of the attempts. */
const hardware: EncoderKind[] = [
  {
    name: FF_ENCODER_H264_NVENC,
    pixelFormat: AV_PIX_FMT_YUV420P,
    upload: [],
    openDevice: noDevice,
    options: ({ profile }) => ({ preset: 'p3', tune: 'ull', zerolatency: '1', profile, 'forced-idr': '1' }),
  },
  {
    name: FF_ENCODER_H264_VIDEOTOOLBOX,
    pixelFormat: AV_PIX_FMT_YUV420P,
    upload: [],
    openDevice: noDevice,
    options: ({ profile }) => ({ profile, realtime: '1', allow_sw: '0' }),
  },
  {
    name: FF_ENCODER_H264_QSV,
    pixelFormat: AV_PIX_FMT_NV12,
    upload: [['format', 'nv12']],
    openDevice: noDevice,
    options: ({ profile }) => ({ preset: 'veryfast', profile, async_depth: '1', forced_idr: '1' }),
  },
  {
    name: FF_ENCODER_H264_VAAPI,
    pixelFormat: AV_PIX_FMT_VAAPI,
    upload: [['format', 'nv12'], ['hwupload']],
    options: ({ profile }) => ({
      profile: profile === 'baseline' ? 'constrained_baseline' : profile,
      async_depth: '1',
    }),
    openDevice: () => {
      const device = new HardwareDeviceContext();
      FFmpegError.throwIfError(device.create(AV_HWDEVICE_TYPE_VAAPI), 'open VA-API');
      return device;
    },
  },
];

/** Encoders that this machine could not open, or that have failed; this process does not try them again. */
const unusable = new Set<EncoderKind>();

/** An encoder has failed at work: this process opens it no more. libx264 stays. */
export function giveUpEncoder(kind: EncoderKind): void {
  if (kind !== libx264) unusable.add(kind);
}

/**
 * The first kind of encoder for which `open` does not throw, hardware before libx264.
 * @param onUnusable hears of hardware that this machine lacks
 * @throws what libx264 threw
 */
export async function tryEncoders<Opened>(
  { mayUseHardware }: Pick<EncoderChoice, 'mayUseHardware'>,
  open: (kind: EncoderKind) => Promise<Opened>,
  onUnusable: (kind: EncoderKind, error: unknown) => void,
): Promise<Opened> {
  for (const kind of mayUseHardware ? hardware : []) {
    if (unusable.has(kind) || !Codec.findEncoderByName(kind.name)) continue;
    try {
      return await open(kind);
    } catch (error) {
      onUnusable(kind, error);
      unusable.add(kind);
    }
  }
  return open(libx264);
}

/**
 * Opens an H.264 encoder for frames like this one, without any delay of its own.
 * @param rate with the bitrate's cap over each half second, and the frames between two keyframes that nobody requests
 * @throws FFmpegError when it does not open
 */
export async function openH264Encoder(
  kind: EncoderKind,
  choice: EncoderChoice,
  frame: Frame,
  { framerate, bitrateBps, keyframeIntervalFrames }: EncoderRate,
): Promise<CodecContext> {
  const { name, pixelFormat } = kind;
  const { codec, encoder } = makeVideoEncoder(name, frame, { pixelFormat, framerate, keyframeIntervalFrames });
  encoder.hwFramesCtx = frame.hwFramesCtx;
  encoder.bitRate = BigInt(bitrateBps);
  encoder.rcMaxRate = BigInt(bitrateBps);
  encoder.rcBufferSize = bitrateBps / 2;
  encoder.threadCount = choice.maxThreads;
  const returned = await encoder.open2(codec, Dictionary.fromObject(kind.options(choice)));
  if (returned < 0) encoder.freeContext();
  FFmpegError.throwIfError(returned, `open ${name}`);
  return encoder;
}
