import type { BondedLink } from '@/lib/contracts/bonded-link';
import type { SenderReading } from '@/lib/contracts/sender-reading';
import { SenderClock } from './sender-clock';

const controlFlag = 0x8000;
const controlAck = 0x8002;
const controlNak = 0x8003;
const controlAckAck = 0x8006;
const retransmittedFlag = 0x04;
const headerBytes = 16;
const offset = { retransmittedFlag: 4, ackNumber: 4, timestampUs: 8, ackRttUs: 20, ackCapacity: 36 } as const;
/** Each packet moves the mean by this share of its own variation (RFC 3550, 6.4.1). */
const jitterShare = 1 / 16;

/** Sequence numbers have 31 bits; in a loss list the first bit marks the start of a range. */
const sequenceMask = 0x7fffffff;
const rangeFlag = 0x80000000;
const halfTheNumbers = 2 ** 30;
/** More than any flow window; a longer range is no loss report. */
const maxRangePackets = 2 ** 16;

/** The payload of a packet of MPEG-TS: seven transport packets. */
const packetPayloadBits = 1316 * 8;

/** The link from a sender since the last reading. */
export interface LinkSample {
  /** The receiver's last measurement; null before the first. */
  rttMs: number | null;
  /** Variation of the time that packets take to the gateway. Null before the second packet. */
  jitterMs: number | null;
  /** Packets received at the first transmission. */
  receivedPackets: number;
  /** Packets that the receiver missed at the first transmission, each counted once, whether resent in time or not. */
  lostPackets: number;
  /** Retransmitted packets, requested or not. */
  retransmittedPackets: number;
  /** Lost packets among all sent ones. Null without any. */
  lossPercent: number | null;
  /** The link's capacity, by libsrt's estimate from packet pairs. Null before the first estimate. */
  capacityKbps: number | null;
}

/** The link of a stream's encoder. */
export interface EncoderLink extends LinkSample {
  /** The receive latency that both sides agreed on; null where unknown. */
  srtLatencyMs: number | null;
  /** Its clock; null where unknown. */
  sender: SenderReading | null;
  /** The links of one that bonds several; null for any other. */
  bond: BondedLink[] | null;
}

/**
 * Reads an SRT connection's figures from the forwarded datagrams (draft-sharabayko-srt-01, 3.2.4 and 3.2.5, appendix
 * A). Data packets carry a retransmission flag, acknowledgements the round trip, and loss reports the missing packets.
 * Runs for every datagram, so it reads a few bytes of a data packet and allocates nothing.
 */
export class SrtLink {
  readonly sender = new SenderClock();
  #rttUs = 0;
  #capacityPacketsPerSecond = 0;
  #sentUs = 0;
  #arrivedMs = 0;
  #jitterMs = 0;
  #receivedPackets = 0;
  #retransmittedPackets = 0;
  #lostPackets = 0;
  #read = { receivedPackets: 0, retransmittedPackets: 0, lostPackets: 0 };
  /** The last sequence number whose loss is counted: libsrt repeats reports of missing packets. */
  #lostThrough: number | null = null;

  /** Reads a datagram of the media's sender. @param arrivedMs by performance.now() */
  noteFromSender(datagram: Buffer, arrivedMs: number): void {
    const isData = (datagram.readUInt8(0) & 0x80) === 0;
    if (!isData) {
      if (datagram.readUInt16BE(0) === controlAckAck) {
        this.sender.noteAckAck(datagram.readUInt32BE(offset.ackNumber), arrivedMs);
      }
      return;
    }
    if ((datagram.readUInt8(offset.retransmittedFlag) & retransmittedFlag) === 0) {
      this.sender.notePacket(datagram, arrivedMs);
      this.#noteTransit(datagram.readUInt32BE(offset.timestampUs), arrivedMs);
      this.#receivedPackets++;
    } else {
      this.#retransmittedPackets++;
    }
  }

  /** Reads a datagram of the media's receiver. @param nowMs by performance.now() */
  noteFromReceiver(datagram: Buffer, nowMs: number): void {
    const type = datagram.readUInt16BE(0);
    if (type < controlFlag) return;
    if (type === controlAck) this.#noteAck(datagram, nowMs);
    else if (type === controlNak) this.#noteNak(datagram);
  }

  /** The figures since the last call. */
  readSample(): LinkSample {
    const receivedPackets = this.#receivedPackets - this.#read.receivedPackets;
    const lostPackets = this.#lostPackets - this.#read.lostPackets;
    const retransmittedPackets = this.#retransmittedPackets - this.#read.retransmittedPackets;
    this.#read = this.totals;
    return {
      rttMs: this.#rttUs > 0 ? this.#rttUs / 1000 : null,
      jitterMs: this.#receivedPackets > 1 ? this.#jitterMs : null,
      receivedPackets,
      lostPackets,
      retransmittedPackets,
      lossPercent: lossPercentOf(receivedPackets, lostPackets),
      capacityKbps:
        this.#capacityPacketsPerSecond > 0 ? (this.#capacityPacketsPerSecond * packetPayloadBits) / 1000 : null,
    };
  }

  /** Packets since the start of the connection. */
  get totals() {
    return {
      receivedPackets: this.#receivedPackets,
      retransmittedPackets: this.#retransmittedPackets,
      lostPackets: this.#lostPackets,
    };
  }

  #noteTransit(sentUs: number, arrivedMs: number): void {
    if (this.#receivedPackets > 0) {
      // Timestamps wrap after 71 minutes: the difference of two is a signed number of 32 bits.
      const sentAfterMs = ((sentUs - this.#sentUs) | 0) / 1000;
      const variationMs = Math.abs(arrivedMs - this.#arrivedMs - sentAfterMs);
      this.#jitterMs += (variationMs - this.#jitterMs) * jitterShare;
    }
    this.#sentUs = sentUs;
    this.#arrivedMs = arrivedMs;
  }

  /** Only a full acknowledgement has these figures; light ones are shorter. */
  #noteAck(datagram: Buffer, nowMs: number): void {
    if (datagram.length < offset.ackCapacity + 4) return;
    this.sender.noteAck(datagram.readUInt32BE(offset.ackNumber), nowMs);
    this.#rttUs = datagram.readUInt32BE(offset.ackRttUs);
    this.#capacityPacketsPerSecond = datagram.readUInt32BE(offset.ackCapacity);
  }

  #noteNak(datagram: Buffer): void {
    for (let position = headerBytes; position + 4 <= datagram.length; position += 4) {
      const word = datagram.readUInt32BE(position);
      const first = word & sequenceMask;
      let last = first;
      if (word >= rangeFlag) {
        position += 4;
        if (position + 4 > datagram.length) return;
        last = datagram.readUInt32BE(position) & sequenceMask;
      }
      this.#noteLost(first, last);
    }
  }

  #noteLost(first: number, last: number): void {
    const count = distance(first, last) + 1;
    const ahead = this.#lostThrough === null ? count : distance(this.#lostThrough, last);
    const isNew = count <= maxRangePackets && ahead > 0 && ahead <= halfTheNumbers;
    if (!isNew) return;
    this.#lostPackets += Math.min(count, ahead);
    this.#lostThrough = last;
  }
}

/** Lost packets among all first transmissions, in percent; null without any. */
export function lossPercentOf(receivedPackets: number, lostPackets: number): number | null {
  const sentPackets = receivedPackets + lostPackets;
  return sentPackets > 0 ? (100 * lostPackets) / sentPackets : null;
}

/** The forward distance from one sequence number to another. */
function distance(from: number, to: number): number {
  return (to - from) & sequenceMask;
}
