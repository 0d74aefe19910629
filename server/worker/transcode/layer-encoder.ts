import { AV_BUFFERSRC_FLAG_KEEP_REF, AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE } from 'node-av/constants';
import { type CodecContext, FFmpegError, Frame, type HardwareDeviceContext, Packet } from 'node-av/lib';
import { splitAnnexB } from '../codecs/annex-b';
import { createFilterChain, type FilterChain } from './filter-chain';
import { describePicture, squareSize } from './frame-source';
import type { LayerFormat } from './layer-format';
import { type EncoderKind, openH264Encoder, tryEncoders } from './open-h264-encoder';

/** Makes one layer of decoded pictures: scales and encodes those that are due. */
export class LayerEncoder {
  #format: LayerFormat;
  #pipeline: Pipeline | undefined;
  #needsKeyframe = true;
  #lastTicks = Number.NEGATIVE_INFINITY;
  #scaled = new Frame();
  #packet = new Packet();

  constructor(format: LayerFormat) {
    this.#format = format;
    this.#scaled.alloc();
    this.#packet.alloc();
  }

  requestKeyframe(): void {
    this.#needsKeyframe = true;
  }

  /** @param ticks of 90 kHz, in the order of showing */
  isDue(ticks: number): boolean {
    return ticks - this.#lastTicks >= this.#format.minIntervalTicks;
  }

  /** What comes next has nothing to do with what came before. */
  reset(): void {
    this.#lastTicks = Number.NEGATIVE_INFINITY;
    this.#needsKeyframe = true;
  }

  /**
   * @param fps pictures a second, as far as it is known
   * @returns the NAL units of each picture that is ready, and its time
   * @throws Error when FFmpeg fails
   */
  async encode(picture: Frame, fps: number): Promise<{ nals: Buffer[]; ticks: number }[]> {
    const source = describePicture(picture);
    if (this.#pipeline?.source !== source) {
      this.#pipeline?.close();
      this.#pipeline = undefined;
      this.#pipeline = await tryEncoders(this.#format.encoder, (kind) => this.#open(kind, picture, source, fps));
      this.#needsKeyframe = true;
    }
    this.#lastTicks = Number(picture.pts);
    const { isQuick } = this.#format;
    await this.#pipeline.scale(picture, this.#scaled, isQuick);
    this.#scaled.pictType = this.#needsKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    this.#needsKeyframe = false;
    const { encoder } = this.#pipeline;
    const sent = isQuick ? encoder.sendFrameSync(this.#scaled) : await encoder.sendFrame(this.#scaled);
    FFmpegError.throwIfError(sent, 'encode');
    this.#scaled.unref();
    const encoded: { nals: Buffer[]; ticks: number }[] = [];
    // Sending has done the work.
    while (encoder.receivePacketSync(this.#packet) >= 0) {
      const { data, pts } = this.#packet;
      if (data) encoded.push({ nals: splitAnnexB(Buffer.from(data)), ticks: Number(pts) });
      this.#packet.unref();
    }
    return encoded;
  }

  close(): void {
    this.#pipeline?.close();
    this.#pipeline = undefined;
    this.#scaled.free();
    this.#packet.free();
  }

  async #open(kind: EncoderKind, picture: Frame, source: string, fps: number): Promise<Pipeline> {
    const { encoder: choice, sizeFor, bitrateBps } = this.#format;
    const size = sizeFor(squareSize(picture));
    const device = kind.openDevice();
    const chain = createFilterChain(
      [
        ['buffer', source],
        ['scale', `${size.width}:${size.height}:flags=fast_bilinear:threads=1`],
        ['format', 'yuv420p'],
        ['setsar', '1'],
        ...kind.upload,
        ['buffersink'],
      ],
      device,
    );
    try {
      const probe = new Frame();
      probe.alloc();
      await scale(chain, picture, probe, false);
      const rate = { fps, bitrateBps: bitrateBps(size, fps) };
      const encoder = await openH264Encoder(kind, choice, probe, rate).finally(() => probe.free());
      return new Pipeline(source, chain, encoder, device);
    } catch (error) {
      chain.graph.free();
      device?.free();
      throw error;
    }
  }
}

/** For pictures of one format. */
class Pipeline {
  /** What it takes, by {@link describePicture}. */
  readonly source: string;
  readonly encoder: CodecContext;
  #chain: FilterChain;
  #device: HardwareDeviceContext | null;

  constructor(source: string, chain: FilterChain, encoder: CodecContext, device: HardwareDeviceContext | null) {
    this.source = source;
    this.encoder = encoder;
    this.#chain = chain;
    this.#device = device;
  }

  scale(picture: Frame, scaled: Frame, isQuick: boolean): Promise<void> {
    return scale(this.#chain, picture, scaled, isQuick);
  }

  close(): void {
    this.encoder.freeContext();
    this.#chain.graph.free();
    this.#device?.free();
  }
}

/** One picture in, one out; the first stays as it is. */
async function scale({ source, sink }: FilterChain, picture: Frame, scaled: Frame, isQuick: boolean): Promise<void> {
  FFmpegError.throwIfError(source.buffersrcAddFrameSync(picture, AV_BUFFERSRC_FLAG_KEEP_REF), 'scale');
  const got = isQuick ? sink.buffersinkGetFrameSync(scaled) : await sink.buffersinkGetFrame(scaled);
  FFmpegError.throwIfError(got, 'scale');
}
