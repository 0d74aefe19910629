import { addEmulationPrevention } from '@/lib/media/codecs/bit-reader';

/* Builds parameter sets of any size, which no encoder at hand makes. */

class BitWriter {
  #bits = '';

  write(value: number, count: number): this {
    this.#bits += value.toString(2).padStart(count, '0');
    return this;
  }

  /** ue(v): ITU-T H.264, 9.1 */
  golomb(value: number): this {
    const code = (value + 1).toString(2);
    this.#bits += code.padStart(2 * code.length - 1, '0');
    return this;
  }

  /** With the trailing bits, and with emulation prevention (7.4.1). */
  toNal(header: number[]): Buffer {
    const whole = `${this.#bits}1`;
    const padded = whole.padEnd(Math.ceil(whole.length / 8) * 8, '0');
    const bytes = padded.match(/.{8}/g)?.map((bits) => Number.parseInt(bits, 2)) ?? [];
    return Buffer.concat([Buffer.from(header), addEmulationPrevention(Buffer.from(bytes))]);
  }
}

interface SpsOptions {
  /** Multiples of 16. */
  width: number;
  height: number;
  /** Temporal layers below the highest; HEVC alone. */
  lowerLayers?: number;
}

/** A sequence parameter set of H.264, baseline (7.3.2.1.1). */
export function buildH264Sps({ width, height }: SpsOptions): Buffer[] {
  const bits = new BitWriter().write(66, 8).write(0xc0, 8).write(62, 8).golomb(0).golomb(0).golomb(2).golomb(1);
  bits
    .write(0, 1)
    .golomb(width / 16 - 1)
    .golomb(height / 16 - 1);
  return [bits.write(1, 1).write(1, 1).write(0, 1).write(0, 1).toNal([0x67])];
}

/** A sequence parameter set of HEVC, Main, 4:2:0, with nothing switched on (7.3.2.2.1). */
export function buildHevcSps({ width, height, lowerLayers = 0 }: SpsOptions): Buffer[] {
  const bits = new BitWriter().write(0, 4).write(lowerLayers, 3).write(1, 1);
  // Profile Main, its compatibility, progressive, level 8.5.
  bits.write(1, 8).write(0x6000, 16).write(0, 16).write(0x90, 8).write(0, 40).write(255, 8);
  for (let layer = 0; layer < lowerLayers; layer++) bits.write(0b11, 2);
  if (lowerLayers > 0) bits.write(0, 2 * (8 - lowerLayers));
  for (let layer = 0; layer < lowerLayers; layer++) bits.write(0, 48).write(0, 48);
  bits.golomb(0).golomb(1).golomb(width).golomb(height).write(0, 1).golomb(0).golomb(0).golomb(4);
  bits.write(1, 1);
  for (let layer = lowerLayers; layer <= lowerLayers; layer++) bits.golomb(4).golomb(0).golomb(0);
  // Coding blocks of 8 to 64, transforms of 4 to 32; no lists, partitions, offsets, PCM, reference sets and the rest.
  bits.golomb(0).golomb(3).golomb(0).golomb(3).golomb(0).golomb(0);
  bits.write(0, 4).golomb(0).write(0, 5);
  return [bits.toNal([0x42, 0x01])];
}

/** A sequence header of MPEG-2 and its extension (ISO/IEC 13818-2, 6.2.2.1 and 6.2.2.3). */
export function buildMpeg2Sequence({ width, height }: SpsOptions): Buffer[] {
  const header = Buffer.from('b3000000230ffffee018', 'hex');
  header.writeUIntBE(((width & 0xfff) << 12) | (height & 0xfff), 1, 3);
  const extension = Buffer.from('b5148200010000', 'hex');
  const sizeBits = ((width >> 12) << 7) | ((height >> 12) << 5);
  extension.writeUInt16BE((extension.readUInt16BE(2) & ~0x01e0) | sizeBits, 2);
  return [header, extension];
}
