/* The coding of H.264's headers. Section numbers are those of ITU-T H.264. */

/** 7.4.1: in a NAL unit, 00 00 03 stands for 00 00. */
export function removeEmulationPrevention(nal: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(nal.length);
  let length = 0;
  let zeros = 0;
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

/** Puts 00 00 03 for each 00 00 that a byte of 3 or less follows (7.4.1). */
export function addEmulationPrevention(bytes: Buffer): Buffer {
  const nal: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte <= 3) {
      nal.push(3);
      zeros = 0;
    }
    nal.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(nal);
}

/** Reads the bits of an H.264 syntax structure (9.1). */
export class BitReader {
  #data: Buffer;
  #position = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  /** @throws RangeError past the end */
  read(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      const byte = this.#data.readUInt8(this.#position >> 3);
      value = value * 2 + ((byte >> (7 - (this.#position & 7))) & 1);
      this.#position++;
    }
    return value;
  }

  /** ue(v), 9.1. @throws RangeError past the end or beyond 32 bits */
  readGolomb(): number {
    let zeros = 0;
    while (this.read(1) === 0) if (++zeros > 32) throw new RangeError('Exp-Golomb code too long');
    return 2 ** zeros - 1 + this.read(zeros);
  }

  /** se(v), 9.1.1 */
  readSignedGolomb(): number {
    const value = this.readGolomb();
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
  }
}
