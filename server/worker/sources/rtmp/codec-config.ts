import type { AacConfig } from '@/lib/media/codecs/adts';

/* The codec configurations that precede media in FLV. */

export interface NalConfig {
  /** Parameter sets, in the order of the record. */
  units: Buffer[];
  /** Size of the length field in front of each unit. */
  lengthBytes: number;
}

/** Reads an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). @throws RangeError when it is cut */
export function readAvcConfig(record: Buffer): NalConfig {
  const units: Buffer[] = [];
  let offset = 5;
  for (const mask of [0x1f, 0xff]) {
    const count = record.readUInt8(offset++) & mask;
    for (let index = 0; index < count; index++) offset = readUnit(record, offset, units);
  }
  return { units, lengthBytes: (record.readUInt8(4) & 3) + 1 };
}

/** Reads an HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1). @throws RangeError when it is cut */
export function readHevcConfig(record: Buffer): NalConfig {
  const units: Buffer[] = [];
  const arrays = record.readUInt8(22);
  let offset = 23;
  for (let array = 0; array < arrays; array++) {
    const count = record.readUInt16BE(offset + 1);
    offset += 3;
    for (let index = 0; index < count; index++) offset = readUnit(record, offset, units);
  }
  return { units, lengthBytes: (record.readUInt8(21) & 3) + 1 };
}

function readUnit(record: Buffer, offset: number, units: Buffer[]): number {
  const end = offset + 2 + record.readUInt16BE(offset);
  if (end > record.length) throw new RangeError('a parameter set is cut');
  units.push(Buffer.from(record.subarray(offset + 2, end)));
  return end;
}

/** Cuts an access unit into its units. @throws RangeError when it is cut */
export function splitLengths(data: Buffer, lengthBytes: number): Buffer[] {
  const units: Buffer[] = [];
  for (let offset = 0; offset < data.length; ) {
    const end = offset + lengthBytes + data.readUIntBE(offset, lengthBytes);
    if (end > data.length) throw new RangeError('a NAL unit is cut');
    units.push(data.subarray(offset + lengthBytes, end));
    offset = end;
  }
  return units.filter(({ length }) => length > 0);
}

const samplingRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
/** Spectral band replication, with and without parametric stereo: the core below is what ADTS announces. */
const replication = new Set([5, 29]);

/**
 * Reads an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1).
 * @throws RangeError when ADTS cannot carry it
 */
export function readAacConfig(config: Buffer): AacConfig {
  let bits = 0n;
  for (const byte of config.subarray(0, 16)) bits = (bits << 8n) | BigInt(byte);
  let left = Math.min(config.length, 16) * 8;
  const read = (count: number): number => {
    left -= count;
    if (left < 0) throw new RangeError('an AAC configuration is cut');
    return Number((bits >> BigInt(left)) & ((1n << BigInt(count)) - 1n));
  };
  const readType = (): number => {
    const type = read(5);
    return type === 31 ? 32 + read(6) : type;
  };
  const readRate = (): number => {
    const index = read(4);
    return index === 15 ? samplingRates.indexOf(read(24)) : index;
  };
  let type = readType();
  const rateIndex = readRate();
  const channels = read(4);
  if (replication.has(type)) {
    readRate();
    type = readType();
  }
  if (type < 1 || type > 4 || rateIndex < 0 || rateIndex >= samplingRates.length || channels < 1 || channels > 7) {
    throw new RangeError(`AAC of type ${type} with ${channels} channels`);
  }
  return { profile: type - 1, rateIndex, channels };
}
