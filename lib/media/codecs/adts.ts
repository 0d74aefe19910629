import { addTicks, ticksPerSecond } from '@/lib/core/timestamp33';

/* AAC in frames with a header each (ISO/IEC 14496-3, 1.A.2.2). */

const sync = 0xfff0;
const headerBytes = 7;
const checksumBytes = 2;
const maxFrameBytes = 0x1fff;
const frameSamples = 1_024;
/** By the index in a header. */
const ratesHz = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
] as const;

/** One frame, without its header. */
export interface AacFrame {
  /** As MPEG-4 counts: 2 is LC. */
  objectType: number;
  rateIndex: number;
  channels: number;
  aac: Buffer;
  /** Timestamp of its first sample: a 33-bit count of 90 kHz. */
  pts: number;
}

/** How long a frame is, in ticks of 90 kHz; may be a fraction. */
export const aacFrameTicks = (rateIndex: number): number =>
  (frameSamples * ticksPerSecond) / (ratesHz[rateIndex] ?? ratesHz[3]);

/** Cuts PES packets into frames, which may go on in the next packet. */
export class AdtsReader {
  #rest: Buffer = Buffer.alloc(0);
  #restPts = 0;

  /** @param pts of the first frame that begins in these bytes */
  *addPacket(bytes: Buffer, pts: number): Generator<AacFrame> {
    let restBytes = this.#rest.length;
    const data = restBytes > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let offset = 0;
    let framePts = restBytes > 0 ? this.#restPts : pts;
    while (offset + headerBytes <= data.length) {
      const length = ((data.readUInt8(offset + 3) & 3) << 11) | (data.readUInt16BE(offset + 4) >> 5);
      const second = data.readUInt8(offset + 1);
      const bodyBytes = headerBytes + ((second & 1) === 0 ? checksumBytes : 0);
      if ((data.readUInt16BE(offset) & 0xfff6) !== sync || length <= bodyBytes) {
        offset++;
        continue;
      }
      if (offset + length > data.length) break;
      const fixed = data.readUInt16BE(offset + 2);
      const rateIndex = (fixed >> 10) & 15;
      yield {
        objectType: (fixed >> 14) + 1,
        rateIndex,
        channels: (fixed >> 6) & 7,
        aac: data.subarray(offset + bodyBytes, offset + length),
        pts: framePts,
      };
      offset += length;
      const isFirstOfPacket = restBytes > 0 && offset >= restBytes;
      framePts = isFirstOfPacket ? pts : addTicks(framePts, Math.round(aacFrameTicks(rateIndex)));
      if (isFirstOfPacket) restBytes = 0;
    }
    this.#rest = Buffer.from(data.subarray(offset));
    this.#restPts = framePts;
  }

  /** Data is missing: what is left of a frame is of no use. */
  interrupt(): void {
    this.#rest = Buffer.alloc(0);
  }
}

/** The fields of an ADTS header that an AudioSpecificConfig has. */
export interface AacConfig {
  /** MPEG-4's audio object type without 1: ADTS has two bits for it. */
  profile: number;
  rateIndex: number;
  channels: number;
}

/** An ADTS frame of raw AAC (ISO/IEC 14496-3, 1.A.2.2). @throws RangeError when it is too long for one */
export function adtsFrame({ profile, rateIndex, channels }: AacConfig, aac: Buffer): Buffer {
  const length = headerBytes + aac.length;
  if (length > maxFrameBytes) throw new RangeError(`an AAC frame of ${aac.length} bytes`);
  const header = Buffer.from([
    0xff,
    0xf1,
    (profile << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]);
  return Buffer.concat([header, aac]);
}
