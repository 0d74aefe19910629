const controlFlag = 0x8000;
const controlAck = 0x8002;
const controlNak = 0x8003;
const retransmittedFlag = 0x04;
const headerBytes = 16;
const offset = { retransmittedFlag: 4, ackRttUs: 20, ackCapacity: 36 } as const;

/** Sequence numbers have 31 bits; in a loss list the first bit says that a range begins. */
const sequenceMask = 0x7fffffff;
const rangeFlag = 0x80000000;
const halfTheNumbers = 2 ** 30;
/** More than any flow window holds; a longer range is not a loss. */
const maxRangePackets = 2 ** 16;

/** What libsrt puts into a packet of MPEG-TS: seven transport packets. */
const packetPayloadBits = 1316 * 8;

/** What happened on the way from a sender since the last reading. */
export interface LinkSample {
  /** As the receiver measured it last; null until it has measured. */
  rttMs: number | null;
  /** Packets that came at the first try. */
  receivedPackets: number;
  /** Packets that the receiver missed at the first try, each counted once, whether they came later or not. */
  lostPackets: number;
  /** Packets that came again, asked for or not. */
  retransmittedPackets: number;
  /** Lost ones among all that were sent. Null where none were. */
  lossPercent: number | null;
  /** What the way could carry, by libsrt's estimate from pairs of packets. Null until there is one. */
  capacityKbps: number | null;
}

/** The link of a stream's encoder. */
export interface EncoderLink extends LinkSample {
  /** How long the worker holds back what comes, as both sides agreed; null where that was not said. */
  srtLatencyMs: number | null;
}

/**
 * The figures of an SRT connection, read from the datagrams that pass: the sender's carry a flag when they are sent again,
 * the receiver's acknowledgements carry the round trip, its loss reports what it missed (draft-sharabayko-srt-01, 3.2.4
 * and 3.2.5, appendix A). It runs for every datagram: of one that carries media it reads one number, and it allocates
 * nothing.
 */
export class SrtLink {
  #rttUs = 0;
  #capacityPacketsPerSecond = 0;
  #receivedPackets = 0;
  #retransmittedPackets = 0;
  #lostPackets = 0;
  #read = { receivedPackets: 0, retransmittedPackets: 0, lostPackets: 0 };
  /** Up to here losses are counted: libsrt reports what is still missing again and again. */
  #lostThrough: number | null = null;

  /** Reads a datagram of the one who sends media. */
  noteFromSender(datagram: Buffer): void {
    const isData = (datagram.readUInt8(0) & 0x80) === 0;
    if (!isData) return;
    if ((datagram.readUInt8(offset.retransmittedFlag) & retransmittedFlag) === 0) this.#receivedPackets++;
    else this.#retransmittedPackets++;
  }

  /** Reads a datagram of the one who receives media. */
  noteFromReceiver(datagram: Buffer): void {
    const type = datagram.readUInt16BE(0);
    if (type < controlFlag) return;
    if (type === controlAck) this.#noteAck(datagram);
    else if (type === controlNak) this.#noteNak(datagram);
  }

  /** What came since the last call. */
  readSample(): LinkSample {
    const receivedPackets = this.#receivedPackets - this.#read.receivedPackets;
    const lostPackets = this.#lostPackets - this.#read.lostPackets;
    const retransmittedPackets = this.#retransmittedPackets - this.#read.retransmittedPackets;
    this.#read = this.totals;
    return {
      rttMs: this.#rttUs > 0 ? this.#rttUs / 1000 : null,
      receivedPackets,
      lostPackets,
      retransmittedPackets,
      lossPercent: lossPercentOf(receivedPackets, lostPackets),
      capacityKbps:
        this.#capacityPacketsPerSecond > 0 ? (this.#capacityPacketsPerSecond * packetPayloadBits) / 1000 : null,
    };
  }

  /** Packets since the connection began. */
  get totals() {
    return {
      receivedPackets: this.#receivedPackets,
      retransmittedPackets: this.#retransmittedPackets,
      lostPackets: this.#lostPackets,
    };
  }

  /** Only a full acknowledgement has the figures; light ones are shorter. */
  #noteAck(datagram: Buffer): void {
    if (datagram.length < offset.ackCapacity + 4) return;
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
    const isNews = count <= maxRangePackets && ahead > 0 && ahead <= halfTheNumbers;
    if (!isNews) return;
    this.#lostPackets += Math.min(count, ahead);
    this.#lostThrough = last;
  }
}

/** Lost packets among all that were sent at the first try; null where none were. */
export function lossPercentOf(receivedPackets: number, lostPackets: number): number | null {
  const sentPackets = receivedPackets + lostPackets;
  return sentPackets > 0 ? (100 * lostPackets) / sentPackets : null;
}

/** How far it is from one sequence number to another, forwards. */
function distance(from: number, to: number): number {
  return (to - from) & sequenceMask;
}
