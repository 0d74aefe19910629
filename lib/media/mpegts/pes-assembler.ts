import { addTicks, ticksBetween, ticksPerSecond } from '@/lib/core/timestamp33';
import type { ElementaryStream } from './elementary-stream';
import { readPesTimestamps } from './timestamps';
import { payloadStart } from './ts-packet';

/** One PES packet of a stream: usually one access unit, or some audio frames. */
export interface PesPacket {
  pid: number;
  /** 33-bit count of a 90 kHz clock, as transmitted; without one, the timing is assumed to continue. */
  pts: number;
  /** Like pts, and equal to it when the stream carries none. */
  dts: number;
  data: Buffer;
  /** Bytes are missing, according to the continuity counter or the PES length. */
  isCorrupt: boolean;
  /** Data is missing between it and the one before. */
  followsGap: boolean;
  /** When its last byte was pushed. */
  receivedMs: number;
}

/** A PES packet without a length that exceeds this, about 8 MB, is damage. */
const maxParts = 45_000;
/** How many PES packets in a row must end at their stuffed part before stuffing counts as the end. */
const stuffingEndsToTrust = 4;

interface Assembly {
  chunks: Buffer[];
  bytes: number;
  /** Bytes that the PES header announces, header included; 0 when unspecified (video only, 2.4.3.7). */
  expectedBytes: number;
  isCorrupt: boolean;
  followsGap: boolean;
  receivedMs: number;
  /** Its latest part was stuffed. */
  endsStuffed: boolean;
}

/**
 * Assembles the PES packets of one stream (ISO/IEC 13818-1, 2.4.3.6), and hands out each with its last byte. That is at
 * the announced length or, for a multiplexer that stuffs only at the end, at the stuffing. Otherwise the next packet
 * ends it.
 */
export class PesAssembler {
  readonly stream: ElementaryStream;
  #onPacket: (packet: PesPacket) => void;
  #assembly: Assembly | undefined;
  /** PES packets in a row that ended with their stuffed part. Minus infinity once one did not. */
  #stuffingEnds = 0;
  /** The latest packet ended at its stuffing, and nothing was lost since. No more of it should come. */
  #hasEndedEarly = false;
  /** Data was lost while nothing was being gathered. */
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
  addPayload(payload: Buffer, startsPacket: boolean, isGap: boolean, isStuffed: boolean, receivedMs: number): void {
    if (startsPacket) this.#begin(payload, isGap, receivedMs);
    else if (isGap) this.#noteGap();
    else if (this.#hasEndedEarly || this.#assembly?.endsStuffed) {
      // This multiplexer stuffs in the middle of a packet, too, so stuffing does not mark the end.
      this.#stuffingEnds = Number.NEGATIVE_INFINITY;
    }

    const assembly = this.#assembly;
    // The rest of a finished packet, or the stream was joined in the middle of one.
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

  /** Hands out the gathered packet: it is complete. */
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
    const own = readPesTimestamps(packet);
    const timestamps = own ? this.#timing.follow(own) : this.#timing.next();
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

/** Timestamps further apart than this have jumped. */
const maxStepTicks = ticksPerSecond;

/** 33-bit counts of a 90 kHz clock. */
export interface Timestamps {
  pts: number;
  dts: number;
}

/** Gives timestamps to PES packets without any: MPEG-TS requires them only every 0.7 s (2.7.4). */
export class AccessUnitTiming {
  #latestDts: number | undefined;
  /** Packets since the latest with its own timestamps. */
  #count = 0;
  #stepTicks: number | undefined;

  /** @param timestamps of a packet that has its own. @returns them */
  follow(timestamps: Timestamps): Timestamps {
    if (this.#latestDts !== undefined) {
      const step = ticksBetween(this.#latestDts, timestamps.dts) / (this.#count + 1);
      if (step > 0 && step <= maxStepTicks) this.#stepTicks = step;
    }
    this.#latestDts = timestamps.dts;
    this.#count = 0;
    return timestamps;
  }

  /** @returns the timestamps of a packet without its own; null while nothing tells */
  next(): Timestamps | null {
    this.#count++;
    if (this.#latestDts === undefined || this.#stepTicks === undefined) return null;
    const dts = addTicks(this.#latestDts, Math.round(this.#stepTicks * this.#count));
    return { pts: dts, dts };
  }

  /** An unknown number of packets is missing: nothing tells until the next timestamps. */
  interrupt(): void {
    this.#latestDts = undefined;
  }
}

/** The PTS of the PES packet that begins in a transport packet; null where it does not say one. */
export function ptsOfTransportPacket(transportPacket: Buffer): number | null {
  const pes = transportPacket.subarray(payloadStart(transportPacket));
  if (pes.length < 14 || pes.readUIntBE(0, 3) !== 1) return null;
  return readPesTimestamps(pes)?.pts ?? null;
}
