import type { AVPixelFormat, FFEncoderCodec } from 'node-av/constants';
import { Codec, CodecContext, type Frame, type Rational } from 'node-av/lib';
import { tickBase } from '../frame';

interface EncoderOptions {
  pixelFormat: AVPixelFormat;
  framerate: Rational;
  /** Frames between two keyframes that nobody requests. */
  keyframeIntervalFrames: number;
}

type EncodedFrame = Pick<Frame, 'width' | 'height' | 'colorRange' | 'colorSpace' | 'colorPrimaries' | 'colorTrc'>;

/** Sets up an encoder for frames like this one, yet to be opened, without B-frames. @returns it and its codec */
export function makeVideoEncoder(
  name: FFEncoderCodec,
  frame: EncodedFrame,
  { pixelFormat, framerate, keyframeIntervalFrames }: EncoderOptions,
) {
  const codec = Codec.findEncoderByName(name);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = frame.width;
  encoder.height = frame.height;
  encoder.pixelFormat = pixelFormat;
  // Without these a decoder guesses by the size, and colours would differ from the camera's.
  encoder.colorRange = frame.colorRange;
  encoder.colorSpace = frame.colorSpace;
  encoder.colorPrimaries = frame.colorPrimaries;
  encoder.colorTrc = frame.colorTrc;
  encoder.timeBase = tickBase;
  encoder.framerate = framerate;
  encoder.gopSize = keyframeIntervalFrames;
  encoder.maxBFrames = 0;
  return { codec, encoder };
}
