import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { BitStreamFilter, BitStreamFilterContext, type Packet, type Stream } from 'node-av/lib';
import { newPacket, tickBase } from '@/lib/media/frame';
import { MuxError } from '../mux-error';

const { check } = MuxError;

/** H.264 as it came, in the form that MPEG-TS has: start codes, and parameters before each keyframe. */
export class CopiedVideo {
  readonly #filter = new BitStreamFilterContext();
  readonly #packet = newPacket();

  /** @throws MuxError */
  constructor({ codecpar }: Stream) {
    const filter = BitStreamFilter.getByName('h264_mp4toannexb');
    if (!filter) throw new MuxError('codec', 'FFmpeg lacks a filter.');
    check(this.#filter.alloc(filter), 'codec', 'The video cannot be copied');
    const { inputCodecParameters } = this.#filter;
    if (!inputCodecParameters) throw new MuxError('codec', 'The video cannot be copied.');
    check(codecpar.copy(inputCodecParameters), 'codec', 'The video cannot be copied');
    this.#filter.inputTimeBase = tickBase;
    check(this.#filter.init(), 'codec', 'The video cannot be copied');
  }

  /** Takes a packet. @param onPacket takes what comes of it; it is valid during the call */
  addPacket(packet: Packet, onPacket: (packet: Packet) => void): void {
    check(this.#filter.sendPacketSync(packet), 'damaged', 'The video cannot be copied');
    for (;;) {
      const received = this.#filter.receivePacketSync(this.#packet);
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return;
      check(received, 'damaged', 'The video cannot be copied');
      onPacket(this.#packet);
      this.#packet.unref();
    }
  }

  finish(): void {
    this.#filter.free();
    this.#packet.free();
  }
}
