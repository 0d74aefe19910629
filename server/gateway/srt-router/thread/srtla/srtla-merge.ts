import { isAck } from '../../protocol/caller-claims';
import { isAckAck, isData, isNak } from '../../protocol/srt-handshake';

const headerBytes = 16;
const wordBytes = 4;
const offset = { retransmittedFlag: 4, ackNumber: 4, ackedSequence: 16, ackRttUs: 20 } as const;
const retransmittedFlag = 0x04;
const sequenceMask = 0x7fff_ffff;
const rangeFlag = 0x8000_0000;
const halfTheNumbers = 2 ** 30;

/** Until the links' own difference is known. */
const initialHoldMs = 50;
/** A loss must still be resent in time, a second time if need be. */
const maxShareOfLatency = 1 / 4;
const defaultLatencyMs = 120;
/** Above the greatest lateness of a packet that was seen, and how fast that is forgotten. */
const holdMargin = 1.25;
const forgottenShare = 1 / 512;
/** Beyond this the sender has jumped, and libsrt's report passes as it is. */
const maxMissing = 2_048;

interface Missing {
  sinceMs: number;
  reportedMs: number;
}

/**
 * Makes several links look like one to SRT. Packets of a fast link overtake those of a slow one, which libsrt reports as
 * lost: half of all would be sent twice. So a loss passes once it is older than the links differ, then once a round
 * trip, for libsrt repeats its reports.
 */
export class SrtlaMerge {
  readonly #missing = new Map<number, Missing>();
  #roundTripMs = 0;
  #lateMs = initialHoldMs / holdMargin;
  #lastAckAck = -1;

  /** Notes a datagram of the sender. @returns whether the receiver needs it */
  fromSender(datagram: Buffer, nowMs: number): boolean {
    if (isData(datagram)) {
      this.#noteArrival(datagram, nowMs);
      return true;
    }
    if (!isAckAck(datagram)) return true;
    // Each link brought the acknowledgement, and the sender answers each.
    const number = datagram.readUInt32BE(offset.ackNumber);
    const isRepeated = number === this.#lastAckAck;
    this.#lastAckAck = number;
    return !isRepeated;
  }

  /**
   * Reads a datagram of the receiver.
   * @param latencyMs in which lost packets can be resent; null where unknown
   * @returns what the sender should get of it, or null
   */
  fromReceiver(datagram: Buffer, latencyMs: number | null, nowMs: number): Buffer | null {
    if (isAck(datagram)) this.#noteAck(datagram);
    return isNak(datagram) ? this.#filter(datagram, latencyMs ?? defaultLatencyMs, nowMs) : datagram;
  }

  #noteArrival(datagram: Buffer, nowMs: number): void {
    if (this.#missing.size === 0) return;
    const sequence = datagram.readUInt32BE(0);
    const missing = this.#missing.get(sequence);
    if (!missing) return;
    this.#missing.delete(sequence);
    const isResent = (datagram.readUInt8(offset.retransmittedFlag) & retransmittedFlag) !== 0;
    if (isResent) return;
    this.#lateMs = Math.max(nowMs - missing.sinceMs, this.#lateMs * (1 - forgottenShare));
  }

  #noteAck(ack: Buffer): void {
    if (ack.length >= offset.ackRttUs + wordBytes) this.#roundTripMs = ack.readUInt32BE(offset.ackRttUs) / 1_000;
    if (this.#missing.size === 0 || ack.length < offset.ackedSequence + wordBytes) return;
    const acked = ack.readUInt32BE(offset.ackedSequence);
    for (const sequence of this.#missing.keys()) {
      if (((acked - sequence - 1) & sequenceMask) < halfTheNumbers) this.#missing.delete(sequence);
    }
  }

  #filter(nak: Buffer, latencyMs: number, nowMs: number): Buffer | null {
    const sequences = sequencesOf(nak);
    if (!sequences || this.#missing.size > maxMissing) {
      this.#missing.clear();
      return nak;
    }
    const holdMs = Math.min(this.#lateMs * holdMargin, latencyMs * maxShareOfLatency);
    const due = sequences.filter((sequence) => {
      const missing = this.#missing.get(sequence) ?? { sinceMs: nowMs, reportedMs: Number.NEGATIVE_INFINITY };
      this.#missing.set(sequence, missing);
      const isDue = nowMs - missing.sinceMs >= holdMs && nowMs - missing.reportedMs >= this.#roundTripMs;
      if (isDue) missing.reportedMs = nowMs;
      return isDue;
    });
    return due.length === 0 ? null : withSequences(nak, due);
  }
}

/** The sequence numbers that a loss report names, in its order. Null when they are too many, or make no sense. */
function sequencesOf(nak: Buffer): number[] | null {
  const sequences: number[] = [];
  for (let position = headerBytes; position + wordBytes <= nak.length; position += wordBytes) {
    const word = nak.readUInt32BE(position);
    const first = word & sequenceMask;
    let last = first;
    if (word >= rangeFlag) {
      position += wordBytes;
      if (position + wordBytes > nak.length) return null;
      last = nak.readUInt32BE(position) & sequenceMask;
    }
    const count = ((last - first) & sequenceMask) + 1;
    if (sequences.length + count > maxMissing) return null;
    for (let index = 0; index < count; index++) sequences.push((first + index) & sequenceMask);
  }
  return sequences;
}

/** The same loss report with these sequence numbers in place of its own: no more of them, in the same order. */
function withSequences(nak: Buffer, sequences: number[]): Buffer {
  const words: number[] = [];
  for (let start = 0, end = 0; start < sequences.length; start = end) {
    const first = sequences[start] ?? 0;
    for (end = start + 1; sequences[end] === ((first + end - start) & sequenceMask); ) end++;
    const last = sequences[end - 1] ?? first;
    if (first === last) words.push(first);
    else words.push(first + rangeFlag, last);
  }
  const report = Buffer.alloc(headerBytes + words.length * wordBytes);
  nak.copy(report, 0, 0, headerBytes);
  for (const [index, word] of words.entries()) report.writeUInt32BE(word, headerBytes + index * wordBytes);
  return report;
}
