import {
  AV_CODEC_FLAG_LOW_DELAY,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_MPEG2VIDEO,
  type AVCodecID,
  FF_THREAD_SLICE,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, type Frame } from 'node-av/lib';
import { newFrame, newPacket, tickBase } from '../frame';

/** Video codecs that the worker decodes, by FFmpeg's names. */
export type VideoCodec = 'h264' | 'hevc' | 'mpeg2video';

/** Codecs of sources that encode what they receive as H.264. */
type SourceCodec = 'mjpeg';

const codecIds: Record<VideoCodec | SourceCodec, AVCodecID> = {
  h264: AV_CODEC_ID_H264,
  hevc: AV_CODEC_ID_HEVC,
  mpeg2video: AV_CODEC_ID_MPEG2VIDEO,
  mjpeg: AV_CODEC_ID_MJPEG,
};

interface DecoderOptions {
  /** Access units arrive in another order than their display, so some frames must be held back. */
  isReordered: boolean;
  maxThreads: number;
  /** Limit of one frame, in pixels; the decoder refuses larger ones before it allocates them. */
  maxPixels: number;
}

/** Sets up a decoder for a camera's video, yet to be opened. @returns it and its codec */
export function makeVideoDecoder(
  name: VideoCodec | SourceCodec,
  { isReordered, maxThreads, maxPixels }: DecoderOptions,
) {
  const codec = Codec.findDecoder(codecIds[name]);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  // Frame threads would each hold back one frame.
  decoder.threadType = FF_THREAD_SLICE;
  decoder.threadCount = maxThreads;
  decoder.setOption('max_pixels', maxPixels);
  decoder.pktTimebase = tickBase;
  if (!isReordered) decoder.setFlags(AV_CODEC_FLAG_LOW_DELAY);
  return { codec, decoder };
}

/** FFmpeg's name of a codec's profile. @param profile FFmpeg's number, for H.264 with the relevant constraints */
export function profileName(name: VideoCodec, profile: number): string | null {
  return Codec.findDecoder(codecIds[name])?.profiles?.find((known) => known.profile === profile)?.name ?? null;
}

interface DecodeOptions<Result> {
  /** Limit of one frame, in pixels; larger ones are not decoded. */
  maxPixels: number;
  /** Skips deblocking, which costs a fourth and makes no picture brighter. */
  isRough?: boolean;
  /** Takes the frame, which is valid until it settles. */
  use(frame: Frame): Result | Promise<Result>;
}

/**
 * Decodes a keyframe off the main thread. Each call opens a decoder, because one that is kept holds a picture's memory.
 * @param data the keyframe with its parameter sets
 * @returns what `use` makes of its frame; null when nothing comes of it
 * @throws Error when there is no decoder, or it does not open
 */
export async function decodeKeyframe<Result>(
  codecName: VideoCodec,
  data: Buffer,
  { maxPixels, isRough = false, use }: DecodeOptions<Result>,
): Promise<Result | null> {
  const { codec, decoder } = makeVideoDecoder(codecName, { isReordered: true, maxThreads: 1, maxPixels });
  const [packet, frame] = [newPacket(), newFrame()];
  try {
    if (isRough) decoder.setOption('skip_loop_filter', 'all');
    FFmpegError.throwIfError(await decoder.open2(codec, null), `open the ${codecName} decoder`);
    packet.data = data;
    await decoder.sendPacket(packet);
    // Tells the decoder not to wait for more.
    await decoder.sendPacket(null);
    return (await decoder.receiveFrame(frame)) >= 0 ? await use(frame) : null;
  } finally {
    decoder.freeContext();
    packet.free();
    frame.free();
  }
}
