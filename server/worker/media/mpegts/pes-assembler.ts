import { AccessUnitTiming, type Timestamps } from './access-unit-timing';
import type { ElementaryStream } from './stream-types';

/** One PES packet of a stream: mostly one access unit, or some frames of audio. */
export interface PesPacket {
  pid: number;
  /** 33-bit count of a 90 kHz clock, as transmitted; where it is not, it is taken to go on as before. */
  pts: number;
  /** Like pts; equal to it where the stream carries none. */
  dts: number;
  data: Buffer;
  /** Bytes are missing, by the continuity counter or the PES length. */
  isCorrupt: boolean;
  /** Something is missing between it and the one before. */
  followsGap: boolean;
  /** When its last byte was pushed. */
  receivedMs: number;
}

/** A PES packet without a length that grows beyond this, about 8 MB, is not video but damage. */
const maxParts = 45_000;
/** How many PES packets in a row must end at their stuffed part before it is taken for the end. */
const stuffingEndsToTrust = 4;

interface Assembly {
  chunks: Buffer[];
  bytes: number;
  /** Bytes that the PES header announces, header included; 0 where it does not say (video only, 2.4.3.7). */
  expectedBytes: number;
  isCorrupt: boolean;
  followsGap: boolean;
  receivedMs: number;
  /** Stuffing was seen in its latest part. */
  endsStuffed: boolean;
}

/**
 * Puts the PES packets of one stream together (ISO/IEC 13818-1, 2.4.3.6), and hands each out with its last byte: at the
 * announced length; where there is none, at the stuffing of a multiplexer that stuffs only there; else with the next.
 */
export class PesAssembler {
  readonly stream: ElementaryStream;
  #onPacket: (packet: PesPacket) => void;
  #assembly: Assembly | undefined;
  /** PES packets in a row whose stuffed part was their last. Minus infinity once one was not. */
  #stuffingEnds = 0;
  /** The latest was ended at its stuffed part, and nothing was lost since: no more of it may come. */
  #hasEndedEarly = false;
  /** Something was lost while nothing was being gathered. */
  #hasGap = false;
  #timing = new AccessUnitTiming();

  constructor(stream: ElementaryStream, onPacket: (packet: PesPacket) => void) {
    this.stream = stream;
    this.#onPacket = onPacket;
  }

  /**
   * Takes the payload of the next transport packet.
   * @param isGap transport packets are missing before it
   * @param isStuffed its adaptation field is longer than it needs
   */
  push(payload: Buffer, startsPacket: boolean, isGap: boolean, isStuffed: boolean, receivedMs: number): void {
    if (startsPacket) this.#begin(payload, isGap, receivedMs);
    else if (isGap) this.#noteGap();
    else if (this.#hasEndedEarly || this.#assembly?.endsStuffed) {
      // This multiplexer stuffs in the middle of a packet, too: its stuffing says nothing about the end.
      this.#stuffingEnds = Number.NEGATIVE_INFINITY;
    }

    const assembly = this.#assembly;
    // The rest of a packet that is over, or the stream was joined in the middle of one.
    if (!assembly) return;
    assembly.chunks.push(payload);
    assembly.bytes += payload.length;
    assembly.receivedMs = receivedMs;
    assembly.endsStuffed = isStuffed;
    if (assembly.expectedBytes > 0) {
      if (assembly.bytes >= assembly.expectedBytes) this.end();
    } else if (isStuffed && this.#stuffingEnds >= stuffingEndsToTrust) {
      this.#hasEndedEarly = true;
      this.end();
    } else if (assembly.chunks.length >= maxParts) {
      assembly.isCorrupt = true;
      this.end();
    }
  }

  /** Hands out what has been gathered: no more of it comes. */
  end(): void {
    const assembly = this.#assembly;
    this.#assembly = undefined;
    if (!assembly) return;
    const { expectedBytes, followsGap, receivedMs } = assembly;
    const packet = Buffer.concat(assembly.chunks, assembly.bytes);
    if (packet.length < 9 || packet.readUIntBE(0, 3) !== 1) return;
    const hasPts = (packet.readUInt8(7) & 0x80) !== 0;
    const hasDts = (packet.readUInt8(7) & 0x40) !== 0;
    const dataStart = 9 + packet.readUInt8(8);
    const dataEnd = expectedBytes > 0 ? Math.min(expectedBytes, packet.length) : packet.length;
    const timestampBytes = hasDts ? 10 : hasPts ? 5 : 0;
    if (dataStart >= dataEnd || dataStart < 9 + timestampBytes) return;
    if (followsGap) this.#timing.interrupt();
    const timestamps = hasPts ? this.#timing.follow(readTimestamps(packet, hasDts)) : this.#timing.next();
    if (!timestamps) return;
    this.#onPacket({
      pid: this.stream.pid,
      pts: timestamps.pts,
      dts: timestamps.dts,
      data: packet.subarray(dataStart, dataEnd),
      isCorrupt: assembly.isCorrupt || packet.length < expectedBytes,
      followsGap,
      receivedMs,
    });
  }

  #begin(payload: Buffer, isGap: boolean, receivedMs: number): void {
    if (this.#assembly) {
      if (isGap) this.#assembly.isCorrupt = true;
      else if (this.#assembly.expectedBytes === 0 && this.#assembly.endsStuffed) this.#stuffingEnds++;
      this.end();
    }
    const length = payload.length >= 6 ? payload.readUInt16BE(4) : 0;
    this.#hasEndedEarly = false;
    this.#assembly = {
      chunks: [],
      bytes: 0,
      expectedBytes: length > 0 ? length + 6 : 0,
      isCorrupt: false,
      followsGap: isGap || this.#hasGap,
      receivedMs,
      endsStuffed: false,
    };
    this.#hasGap = false;
  }

  #noteGap(): void {
    this.#hasEndedEarly = false;
    if (this.#assembly) this.#assembly.isCorrupt = true;
    else this.#hasGap = true;
  }
}

function readTimestamps(packet: Buffer, hasDts: boolean): Timestamps {
  const pts = readTimestamp(packet, 9);
  return { pts, dts: hasDts ? readTimestamp(packet, 14) : pts };
}

/** 33 bits in five bytes, with marker bits between (2.4.3.7). */
function readTimestamp(packet: Buffer, offset: number): number {
  const high = (packet.readUInt8(offset) >> 1) & 0x07;
  const middle = packet.readUInt16BE(offset + 1) >> 1;
  const low = packet.readUInt16BE(offset + 3) >> 1;
  return high * 2 ** 30 + middle * 2 ** 15 + low;
}
