import { BitReader, removeEmulationPrevention } from './bit-reader';

export interface SeiMessage {
  type: number;
  payload: Buffer;
}

/**
 * The messages of a NAL unit of supplemental enhancement information (H.264, 7.3.2.3; H.265, 7.3.2.4), without a
 * truncated one.
 * @param bytes of the NAL unit after its header
 */
export function readSeiMessages(bytes: Buffer): SeiMessage[] {
  const data = removeEmulationPrevention(bytes);
  const messages: SeiMessage[] = [];
  let offset = 0;
  const readSum = (): number => {
    let sum = 0;
    for (; data[offset] === 0xff; offset++) sum += 0xff;
    return sum + (data[offset++] ?? 0);
  };
  // The last byte holds the trailing bits.
  while (offset + 1 < data.length) {
    const type = readSum();
    const length = readSum();
    if (offset + length > data.length) break;
    messages.push({ type, payload: data.subarray(offset, offset + length) });
    offset += length;
  }
  return messages;
}

/** Payload type (H.264, D.1.1). */
const userDataUnregistered = 5;
const uuidBytes = 16;
const maxNameBytes = 40;

/** x264 names itself under this UUID, in its first frame. */
const x264 = Buffer.from('dc45e9bde6d948b7962cd820d923eeef', 'hex');

/** The encoder that has made a picture, such as `x264 core 164`, by its own account; null when it does not say. */
export function readEncoderName(messages: readonly SeiMessage[]): string | null {
  for (const { type, payload } of messages) {
    if (type !== userDataUnregistered || !payload.subarray(0, uuidBytes).equals(x264)) continue;
    const text = payload.toString('latin1', uuidBytes, uuidBytes + maxNameBytes);
    const version = /^x264 - (core \d+)/.exec(text)?.[1];
    if (version) return `x264 ${version}`;
  }
  return null;
}

/** The syntax of picture timing messages, as the parameters announce it (D.1.3, E.2.1). */
export interface TimingSyntax {
  /** Bits of the two delays before the clock timestamps. */
  delayBits: number;
  offsetBits: number;
  unitsInTick: number;
  /** Units in a second. */
  timeScale: number;
}

/** When an encoder captured a frame, by its own clock. */
export interface EncoderTime {
  /** Since 1970; with `isTimeOfDay`, since midnight in an unknown time zone. */
  ms: number;
  isTimeOfDay: boolean;
}

/** Payload types (H.264, D.1.1). */
const pictureTiming = 1;

/** MISB ST 0604: microseconds since 1970, in user data with this UUID, or with another one in H.265. */
const precisionTimeStamp = Buffer.from('MISPmicrosectime', 'latin1');
const hevcPrecisionTimeStamp = Buffer.from('a8687dd4d7593758a5cef0338b6545f1', 'hex');
export const precisionTimeStampUuids: readonly Buffer[] = [precisionTimeStamp, hevcPrecisionTimeStamp];
/** After the UUID: a status byte, then pairs of time bytes separated by ff, which prevents start codes. */
const timeBytesAt = [1, 2, 4, 5, 7, 8, 10, 11] as const;
const precisionTimeStampBytes = precisionTimeStamp.length + 12;

/** Table D-1: how many clock timestamps a picture structure has. */
const clockTimestampCounts = [1, 1, 1, 2, 2, 3, 3, 2, 3] as const;

/**
 * @param timing the announced syntax of picture timing; null without one
 * @returns null when the messages have no time
 */
export function readEncoderTime(messages: readonly SeiMessage[], timing: TimingSyntax | null): EncoderTime | null {
  for (const { type, payload } of messages) {
    if (type === userDataUnregistered) {
      const ms = readPrecisionTimeStamp(payload);
      if (ms !== null) return { ms, isTimeOfDay: false };
    }
  }
  if (!timing) return null;
  for (const { type, payload } of messages) {
    if (type === pictureTiming) {
      const ms = readClockTimestamp(payload, timing);
      if (ms !== null) return { ms, isTimeOfDay: true };
    }
  }
  return null;
}

/** A NAL unit of H.264 that says when a frame was captured (MISB ST 0604). @param ms since 1970 */
export const precisionTimeStampNal = (ms: number, uuid = precisionTimeStamp): Buffer =>
  Buffer.concat([Buffer.from([6]), precisionTimeStampMessage(ms, uuid), Buffer.from([0x80])]);

/** The message by itself. It needs no emulation prevention. @param ms since 1970 */
export function precisionTimeStampMessage(ms: number, uuid: Buffer): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Math.round(ms * 1_000)));
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = time;
  // Between the bytes of the time there is ff, so that nothing needs emulation prevention.
  const payload = [...uuid, 0x1f, a, b, 0xff, c, d, 0xff, e, f, 0xff, g, h];
  return Buffer.from([userDataUnregistered, payload.length, ...payload]);
}

function readPrecisionTimeStamp(payload: Buffer): number | null {
  const uuid = payload.subarray(0, uuidBytes);
  const isStamp = precisionTimeStampUuids.some((known) => known.equals(uuid));
  if (!isStamp || payload.length < precisionTimeStampBytes) return null;
  const data = payload.subarray(precisionTimeStamp.length);
  const microseconds = timeBytesAt.reduce((value, at) => value * 256 + (data[at] ?? 0), 0);
  return microseconds / 1_000;
}

/** The first complete clock timestamp of a picture timing message (D.1.3, D.2.3). */
function readClockTimestamp(payload: Buffer, timing: TimingSyntax): number | null {
  try {
    const bits = new BitReader(payload);
    bits.read(timing.delayBits);
    const count = clockTimestampCounts[bits.read(4)] ?? 0;
    for (let index = 0; index < count; index++) {
      const isPresent = bits.read(1) === 1;
      if (!isPresent) continue;
      // ct_type
      bits.read(2);
      const isFieldBased = bits.read(1);
      // counting_type
      bits.read(5);
      const isFull = bits.read(1) === 1;
      // discontinuity_flag, cnt_dropped_flag
      bits.read(2);
      const frames = bits.read(8);
      // Omitted fields repeat those of the previous timestamp.
      if (!isFull) return null;
      const [seconds, minutes, hours] = [bits.read(6), bits.read(6), bits.read(5)];
      if (seconds > 59 || minutes > 59 || hours > 23) return null;
      const offset = readSigned(bits, timing.offsetBits);
      const ticks = frames * timing.unitsInTick * (1 + isFieldBased) + offset;
      return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + (ticks * 1_000) / timing.timeScale;
    }
    return null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readSigned(bits: BitReader, count: number): number {
  const value = bits.read(count);
  return count > 0 && value >= 2 ** (count - 1) ? value - 2 ** count : value;
}
