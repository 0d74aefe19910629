import { AV_CHANNEL_LAYOUT_STEREO, AV_CODEC_ID_OPUS } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet } from 'node-av/lib';

/** Decodes Opus frames to 48 kHz stereo. @returns the samples of the left and of the right channel */
export function decodeOpus(frames: Buffer[]): { left: Float32Array; right: Float32Array } {
  const decoder = new CodecContext();
  const codec = Codec.findDecoder(AV_CODEC_ID_OPUS);
  decoder.allocContext3(codec);
  decoder.sampleRate = 48_000;
  decoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  FFmpegError.throwIfError(decoder.open2Sync(codec, null), 'open the Opus decoder');
  const [packet, frame] = [new Packet(), new Frame()];
  packet.alloc();
  frame.alloc();
  const left: number[] = [];
  const right: number[] = [];
  for (const data of frames) {
    packet.data = data;
    FFmpegError.throwIfError(decoder.sendPacketSync(packet), 'decode Opus');
    packet.unref();
    while (decoder.receiveFrameSync(frame) >= 0) {
      const [plane = Buffer.alloc(0), other] = frame.data ?? [];
      for (let index = 0; index < frame.nbSamples; index++) {
        // Two planes, or both channels in turn in one.
        left.push(plane.readFloatLE(other ? index * 4 : index * 8));
        right.push(other ? other.readFloatLE(index * 4) : plane.readFloatLE(index * 8 + 4));
      }
      frame.unref();
    }
  }
  frame.free();
  packet.free();
  decoder.freeContext();
  return { left: Float32Array.from(left), right: Float32Array.from(right) };
}
