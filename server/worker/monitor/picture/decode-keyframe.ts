import { FFmpegError, Frame, Packet } from 'node-av/lib';
import type { VideoCodec } from '../../media/codecs/codec-names';
import { makeVideoDecoder } from '../../media/codecs/video-decoder';
import { readLuma } from './read-luma';

/**
 * Decodes a keyframe off the main thread. Each call opens a decoder, because one that is kept holds a picture's memory.
 * @param maxPixels of one frame; larger ones are not decoded
 * @param data the keyframe with its parameter sets
 * @returns its luma (see readLuma); null when nothing comes of it
 * @throws Error when there is no decoder, or it does not open
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
    // Deblocking costs a fourth and makes no picture brighter.
    decoder.setOption('skip_loop_filter', 'all');
    FFmpegError.throwIfError(await decoder.open2(codec, null), `open the ${codecName} decoder`);
    packet.data = data;
    await decoder.sendPacket(packet);
    // Tells the decoder not to wait for more.
    await decoder.sendPacket(null);
    return (await decoder.receiveFrame(frame)) >= 0 ? readLuma(frame) : null;
  } finally {
    decoder.freeContext();
    packet.free();
    frame.free();
  }
}
