import { FFmpegError, Frame, Packet } from 'node-av/lib';
import type { VideoCodec } from './codec-names';
import { makeVideoDecoder } from './video-decoder';

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
  const [packet, frame] = [new Packet(), new Frame()];
  packet.alloc();
  frame.alloc();
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
