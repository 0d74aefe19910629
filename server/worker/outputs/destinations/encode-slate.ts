import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { FFmpegError, Rational } from 'node-av/lib';
import { makeVideoEncoder } from '@/lib/media/codecs/video-encoder';
import { newPacket, pictureFrame } from '@/lib/media/frame';
import { drawSlate } from '@/lib/media/pictures/slate';
import type { PictureFormat } from './flv-muxer';

/** Platforms want a keyframe as often. */
const seconds = 2;
/** H.264's profiles without B-frames, by their numbers (7.4.2.1.1). A camera of another one gets High. */
const profiles: Readonly<Record<number, string>> = { 66: 'baseline', 77: 'main', 100: 'high' };

export interface SlateFrame {
  /** NAL units in annex B. */
  data: Buffer;
  isKeyframe: boolean;
}

/**
 * Encodes two seconds of the slate, to be sent again and again: H.264 of a camera's size, rate and profile.
 * @throws FFmpegError when it cannot be encoded
 */
export async function encodeSlate(
  { width, height, profileIdc }: Pick<PictureFormat, 'width' | 'height' | 'profileIdc'>,
  fps: number,
  text: string,
): Promise<SlateFrame[]> {
  const planes = drawSlate(text, { width, height });
  const picture = pictureFrame(planes, { width, height });
  const packet = newPacket();
  const count = seconds * fps;
  const { codec, encoder } = makeVideoEncoder(FF_ENCODER_LIBX264, picture, {
    pixelFormat: AV_PIX_FMT_YUV420P,
    framerate: new Rational(fps, 1),
    keyframeIntervalFrames: count,
  });
  try {
    encoder.threadCount = 1;
    const profile = profiles[profileIdc] ?? 'high';
    const options = { preset: 'superfast', tune: 'zerolatency', crf: '20', profile, 'x264-params': 'aud=1:scenecut=0' };
    // Set separately, because node-av 6.1 frees the options of open2Sync twice.
    for (const [name, value] of Object.entries(options)) {
      FFmpegError.throwIfError(encoder.setOption(name, value), 'set up the encoder of the slate');
    }
    FFmpegError.throwIfError(encoder.open2Sync(codec, null), 'open the encoder of the slate');
    const frames: SlateFrame[] = [];
    for (let index = 0; index < count; index++) {
      picture.pts = BigInt(Math.round((index * 90_000) / fps));
      FFmpegError.throwIfError(await encoder.sendFrame(picture), 'encode the slate');
      while (encoder.receivePacketSync(packet) >= 0) {
        const { data, isKeyframe } = packet;
        if (data) frames.push({ data: Buffer.from(data), isKeyframe });
        packet.unref();
      }
    }
    return frames;
  } finally {
    encoder.freeContext();
    picture.free();
    packet.free();
  }
}
