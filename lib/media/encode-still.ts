import {
  AV_BUFFERSRC_FLAG_KEEP_REF,
  AV_CODEC_FLAG_QSCALE,
  AV_CODEC_ID_MJPEG,
  AV_PIX_FMT_YUVJ420P,
  FF_QP2LAMBDA,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, type Frame, Rational } from 'node-av/lib';
import { FilterChain } from './filter-chain';
import { describeVideo, newFrame, newPacket, scaleSize, squareSize } from './frame';

/** Wide enough for a card of two on a phone's screen; a still has about 20 kB then. */
const cardWidth = 640;
/** FFmpeg's scale goes from 2, the best, to 31. */
const quality = 6;

/**
 * A frame as a small JPEG in square pixels.
 * @param maxWidth in pixels
 * @throws Error when FFmpeg cannot scale or encode it
 */
export async function encodeStill(frame: Frame, maxWidth = cardWidth): Promise<Buffer> {
  const from = squareSize(frame);
  const { width, height } = scaleSize(from, Math.min(1, maxWidth / from.width));
  const chain = new FilterChain([
    ['buffer', describeVideo(frame)],
    ['scale', `${width}:${height}:flags=area:out_range=pc:threads=1`],
    ['format', 'yuvj420p'],
    ['setsar', '1'],
    ['buffersink'],
  ]);
  const [scaled, packet] = [newFrame(), newPacket()];
  const codec = Codec.findEncoder(AV_CODEC_ID_MJPEG);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  try {
    FFmpegError.throwIfError(await chain.source.buffersrcAddFrame(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'scale');
    FFmpegError.throwIfError(await chain.sink.buffersinkGetFrame(scaled), 'scale');
    encoder.width = scaled.width;
    encoder.height = scaled.height;
    encoder.pixelFormat = AV_PIX_FMT_YUVJ420P;
    encoder.timeBase = new Rational(1, 1);
    encoder.threadCount = 1;
    encoder.setFlags(AV_CODEC_FLAG_QSCALE);
    encoder.globalQuality = quality * FF_QP2LAMBDA;
    scaled.quality = quality * FF_QP2LAMBDA;
    FFmpegError.throwIfError(await encoder.open2(codec, null), 'open the JPEG encoder');
    FFmpegError.throwIfError(await encoder.sendFrame(scaled), 'encode a still');
    FFmpegError.throwIfError(await encoder.receivePacket(packet), 'encode a still');
    if (!packet.data) throw new Error('The JPEG encoder returned nothing.');
    return Buffer.from(packet.data);
  } finally {
    encoder.freeContext();
    chain.close();
    scaled.free();
    packet.free();
  }
}
