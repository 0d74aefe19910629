import {
  AV_CODEC_FLAG_LOW_DELAY,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MPEG2VIDEO,
  type AVCodecID,
  FF_THREAD_SLICE,
} from 'node-av/constants';
import { Codec, CodecContext, Rational } from 'node-av/lib';
import type { VideoCodec } from './codec-names';

const codecIds: Record<VideoCodec, AVCodecID> = {
  h264: AV_CODEC_ID_H264,
  hevc: AV_CODEC_ID_HEVC,
  mpeg2video: AV_CODEC_ID_MPEG2VIDEO,
};

interface DecoderOptions {
  /** Access units arrive in another order than their display, so some frames must be held back. */
  isReordered: boolean;
  maxThreads: number;
  /** Limit of one frame, in pixels; the decoder refuses larger ones before it allocates them. */
  maxPixels: number;
}

/** Sets up a decoder for a camera's video, yet to be opened. @returns it and its codec */
export function makeVideoDecoder(name: VideoCodec, { isReordered, maxThreads, maxPixels }: DecoderOptions) {
  const codec = Codec.findDecoder(codecIds[name]);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  // Frame threads would each hold back one frame.
  decoder.threadType = FF_THREAD_SLICE;
  decoder.threadCount = maxThreads;
  decoder.setOption('max_pixels', maxPixels);
  decoder.pktTimebase = new Rational(1, 90_000);
  if (!isReordered) decoder.setFlags(AV_CODEC_FLAG_LOW_DELAY);
  return { codec, decoder };
}

/** FFmpeg's name of a codec's profile. @param profile FFmpeg's number, for H.264 with the relevant constraints */
export function profileName(name: VideoCodec, profile: number): string | null {
  return Codec.findDecoder(codecIds[name])?.profiles?.find((known) => known.profile === profile)?.name ?? null;
}
