import type { RtpPacket } from 'werift';

/** Retransmissions come within a round trip to LiveKit, and to the phone where LiveKit asks it. */
const maxWaitMs = 250;
const maxHeldPackets = 1_024;

type Packet = Pick<RtpPacket, 'header' | 'payload'>;

export interface OrderedPackets {
  packets: Packet[];
  /** Some packets before them are lost. */
  followsLoss: boolean;
}

/** Puts RTP packets into the order of their sequence numbers. Gives a missing one up after a while. */
export class ReorderBuffer {
  readonly #now: () => number;
  readonly #held = new Map<number, Packet>();
  #next: number | undefined;
  #waitsSinceMs: number | null = null;

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes the next packet to arrive. @returns those whose turn it is */
  addPacket(packet: Packet): OrderedPackets {
    const { sequenceNumber } = packet.header;
    this.#next ??= sequenceNumber;
    const isLate = stepTo(this.#next, sequenceNumber) < 0;
    if (!isLate) this.#held.set(sequenceNumber, packet);
    const packets = this.#take();
    if (this.#held.size === 0) {
      this.#waitsSinceMs = null;
      return { packets, followsLoss: false };
    }
    if (packets.length > 0) this.#waitsSinceMs = null;
    this.#waitsSinceMs ??= this.#now();
    const isOver = this.#now() - this.#waitsSinceMs > maxWaitMs || this.#held.size > maxHeldPackets;
    if (!isOver || packets.length > 0) return { packets, followsLoss: false };
    this.#waitsSinceMs = null;
    this.#next = this.#firstHeld(this.#next);
    return { packets: this.#take(), followsLoss: true };
  }

  #take(): Packet[] {
    const packets: Packet[] = [];
    for (let next = this.#next; next !== undefined; next = this.#next) {
      const packet = this.#held.get(next);
      if (!packet) break;
      this.#held.delete(next);
      packets.push(packet);
      this.#next = (next + 1) & 0xffff;
    }
    return packets;
  }

  #firstHeld(after: number): number {
    let first = after;
    let firstStep = Number.POSITIVE_INFINITY;
    for (const sequenceNumber of this.#held.keys()) {
      const step = stepTo(after, sequenceNumber);
      if (step >= firstStep) continue;
      first = sequenceNumber;
      firstStep = step;
    }
    return first;
  }
}

/** From one sequence number of 16 bits to another, by the shorter way round. */
const stepTo = (from: number, to: number): number => ((to - from + 0x18000) & 0xffff) - 0x8000;
