/*
 * Bounds a caller's claims, two of which a worker's libsrt believes unchecked (1.5.5, core.cpp). In prepareBuffers it
 * allocates 24 bytes for each packet of the announced flow window, up to 25 GB. In processCtrlAck it walks its locked
 * buffer once for each packet that an ACK names, up to 2^30, and damages it.
 */

const flowWindowOffset = 32;
const addressOffset = 48;
const addressBytes = 16;
/** libsrt's own default (SRTO_FC). */
const maxFlowWindowPackets = 25_600;

const controlAck = 0x8002;
const sequenceOffset = 16;
const minAckBytes = 20;
const sequenceMask = 0x7fff_ffff;
/** More than any send buffer holds, and less than half the range of sequence numbers. */
const maxUnacknowledgedPackets = 2 ** 20;

/** The same handshake with a flow window that a worker can allocate. */
export function withBoundedFlowWindow(conclusion: Buffer): Buffer {
  const copy = Buffer.from(conclusion);
  copy.writeUInt32BE(Math.min(copy.readUInt32BE(flowWindowOffset), maxFlowWindowPackets), flowWindowOffset);
  return copy;
}

/**
 * The same handshake with an IPv4 address, because the router calls workers by IPv4. libsrt complains about an address
 * of the other family.
 */
export function withIPv4Address(conclusion: Buffer): Buffer {
  const isIPv4 = conclusion.subarray(addressOffset + 4, addressOffset + addressBytes).every((byte) => byte === 0);
  if (isIPv4) return conclusion;
  const copy = Buffer.from(conclusion);
  copy.fill(0, addressOffset, addressOffset + addressBytes);
  // Each word is in reverse order: 127.0.0.1.
  copy.writeUInt32BE(0x0100_007f, addressOffset);
  return copy;
}

export const isAck = (datagram: Buffer): boolean => datagram.readUInt16BE(0) === controlAck;

/** Tracks what a worker has sent to one caller, so that the caller cannot acknowledge anything else. */
export class SentPackets {
  /** The sequence number after the latest. Null before the first. */
  #next: number | null = null;

  /** @param datagram with data, on its way to the caller */
  note(datagram: Buffer): void {
    const next = (datagram.readUInt32BE(0) + 1) & sequenceMask;
    // A resent packet is behind.
    if (this.#next === null || this.#isBehind(this.#next, next)) this.#next = next;
  }

  /** Whether an ACK names only packets that were sent. */
  covers(ack: Buffer): boolean {
    if (this.#next === null || ack.length < minAckBytes) return false;
    const acknowledged = ack.readUInt32BE(sequenceOffset);
    return acknowledged <= sequenceMask && this.#isBehind(acknowledged, this.#next);
  }

  #isBehind(sequenceNumber: number, other: number): boolean {
    return ((other - sequenceNumber) & sequenceMask) <= maxUnacknowledgedPackets;
  }
}
