import { BitReader } from '../bits/bit-reader';
import { type EncoderTime, readEncoderTime } from '../sei/encoder-time';
import { readSeiMessages } from '../sei/sei-messages';
import { hevcHeaderBytes, isHevcPrefixSei } from './hevc';

/** Payload type (H.265, D.2.1). */
const timeCode = 136;

/** A time code without its offset, whose unit few encoders announce. */
interface TimeCode {
  secondOfDay: number;
  /** Counts the frames of a second, at a rate that few encoders announce. */
  frame: number;
}

/**
 * Reads when an encoder captured the frames of an HEVC stream. A time code counts frames, so it tells the time only
 * where a second begins: then within a frame.
 */
export class HevcTime {
  #secondOfDay: number | null = null;

  /** @param nals of one access unit @returns null when they have no time */
  read(nals: readonly Buffer[]): EncoderTime | null {
    const messages = nals.filter(isHevcPrefixSei).flatMap((nal) => readSeiMessages(nal.subarray(hevcHeaderBytes)));
    const stamped = readEncoderTime(messages, null);
    if (stamped) return stamped;
    const payload = messages.find(({ type }) => type === timeCode)?.payload;
    const code = payload ? readTimeCode(payload) : null;
    if (!code) return null;
    const { secondOfDay, frame } = code;
    const begins = this.#secondOfDay !== null && this.#secondOfDay !== secondOfDay;
    this.#secondOfDay = secondOfDay;
    return begins && frame === 0 ? { ms: secondOfDay * 1_000, isTimeOfDay: true } : null;
  }
}

/** The first complete clock timestamp of a time code message (H.265, D.2.27, D.3.27). */
function readTimeCode(payload: Buffer): TimeCode | null {
  try {
    const bits = new BitReader(payload);
    const count = bits.read(2);
    for (let index = 0; index < count; index++) {
      const isPresent = bits.read(1) === 1;
      if (!isPresent) continue;
      // units_field_based_flag, counting_type
      bits.read(6);
      const isFull = bits.read(1) === 1;
      // discontinuity_flag, cnt_dropped_flag
      bits.read(2);
      const frame = bits.read(9);
      if (!isFull) return null;
      const [seconds, minutes, hours] = [bits.read(6), bits.read(6), bits.read(5)];
      if (seconds > 59 || minutes > 59 || hours > 23) return null;
      return { secondOfDay: (hours * 60 + minutes) * 60 + seconds, frame };
    }
    return null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
