import { FFmpegError, Frame, Packet } from 'node-av/lib';
import type { VideoCodec } from '../../media/codecs/codec-names';
import { makeVideoDecoder } from '../../media/codecs/video-decoder';
import { readLuma } from './luma-points';

/**
 * Decodes a keyframe off the main thread, by a decoder of its own: one that is kept keeps a picture's memory.
 * @param maxPixels of one frame; larger ones are not decoded
 * @param data the keyframe with its parameter sets
 * @returns its luma (see readLuma); null where nothing comes of it
 * @throws Error where there is no decoder, or it cannot be opened
 */
export async function decodeKeyframe(
  codecName: VideoCodec,
  maxPixels: number,
  data: Buffer,
): Promise<Uint8Array | null> {
  const { codec, decoder } = makeVideoDecoder(codecName, { isReordered: true, maxThreads: 1, maxPixels });
  const [packet, frame] = [new Packet(), new Frame()];
  packet.alloc();
  frame.alloc();
  try {
    // Smooths the edges of blocks, which costs a fourth and makes no picture brighter.
    decoder.setOption('skip_loop_filter', 'all');
    FFmpegError.throwIfError(await decoder.open2(codec, null), `open the ${codecName} decoder`);
    packet.data = data;
    await decoder.sendPacket(packet);
    // Nothing follows it that the decoder could wait for.
    await decoder.sendPacket(null);
    return (await decoder.receiveFrame(frame)) >= 0 ? readLuma(frame) : null;
  } finally {
    decoder.freeContext();
    packet.free();
    frame.free();
  }
}
