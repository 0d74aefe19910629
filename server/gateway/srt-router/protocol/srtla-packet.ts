/*
 * The packets of SRTLA, with which Moblin and BELABOX spread one SRT connection over several links. All numbers are
 * big-endian. Control types begin with 0x9, which no SRT packet does, so both protocols share a port. No I/O here.
 */

const control = {
  keepalive: 0x9000,
  ack: 0x9100,
  reg1: 0x9200,
  reg2: 0x9201,
  reg3: 0x9202,
  regErr: 0x9210,
  regNgp: 0x9211,
} as const;

const typeBytes = 2;
/** The sender makes the first half of a group's id, the receiver the second. */
export const srtlaIdBytes = 256;
/** A keepalive is 10 bytes long, and 38 with a report. Some senders pad small packets, which mobile networks lose. */
const maxKeepaliveBytes = 64;
const report = { magic: 10, version: 12, rttMs: 26, nakCount: 30, bytes: 38 } as const;
const reportMagic = 0xc01f;
const reportVersion = 1;
const wordBytes = 4;
/** An acknowledgement names so many data packets. */
const acknowledgedPackets = 10;

/** A sender's figures of one of its links. */
export interface SrtlaLinkReport {
  /** Smoothed round trip, by keepalives. */
  rttMs: number;
  /** Packets of this link that the receiver missed, since the sender's start. */
  nakCount: number;
}

export type SrtlaPacket =
  /** Asks for a group. */
  | { kind: 'reg1'; id: Buffer }
  /** Registers the link that it comes from with a group. */
  | { kind: 'reg2'; id: Buffer }
  | { kind: 'keepalive'; report: SrtlaLinkReport | null };

/** Whether a datagram is one of SRTLA itself, and not of the SRT connection that it carries. */
export const isSrtla = (datagram: Buffer): boolean =>
  datagram.length >= typeBytes && (datagram.readUInt8(0) & 0xf0) === 0x90;

/** Reads what a sender sends; null for anything else, whatever the bytes. The id is a part of the datagram. */
export function parseSrtlaPacket(datagram: Buffer): SrtlaPacket | null {
  if (!isSrtla(datagram)) return null;
  const type = datagram.readUInt16BE(0);
  if (type === control.keepalive && datagram.length <= maxKeepaliveBytes) {
    return { kind: 'keepalive', report: parseReport(datagram) };
  }
  if (datagram.length < typeBytes + srtlaIdBytes) return null;
  const id = datagram.subarray(typeBytes, typeBytes + srtlaIdBytes);
  if (type === control.reg1) return { kind: 'reg1', id };
  return type === control.reg2 ? { kind: 'reg2', id } : null;
}

function parseReport(keepalive: Buffer): SrtlaLinkReport | null {
  if (keepalive.length < report.bytes) return null;
  const isReport =
    keepalive.readUInt16BE(report.magic) === reportMagic && keepalive.readUInt16BE(report.version) === reportVersion;
  if (!isReport) return null;
  return { rttMs: keepalive.readUInt32BE(report.rttMs), nakCount: keepalive.readUInt32BE(report.nakCount) };
}

/** Answers a REG1 with the whole id. */
export function buildReg2(id: Buffer): Buffer {
  return Buffer.concat([ofType(control.reg2), id]);
}

function ofType(type: number, bytes: number = typeBytes): Buffer {
  const datagram = Buffer.alloc(bytes);
  datagram.writeUInt16BE(type, 0);
  return datagram;
}

// Not padded: senders compare the length.
/** The link is registered. */
export const reg3: Buffer = ofType(control.reg3);
/** The link cannot be registered now. */
export const regErr: Buffer = ofType(control.regErr);
/** There is no such group: the sender is to ask for one. */
export const regNgp: Buffer = ofType(control.regNgp);

/** Collects the data packets of one link for acknowledgements, which tell its sender what the link carries. */
export class SrtlaAcknowledgement {
  readonly #datagram = ofType(control.ack, wordBytes * (1 + acknowledgedPackets));
  #count = 0;

  /** @returns the acknowledgement after every ten packets, to be sent at once; else null */
  add(sequence: number): Buffer | null {
    this.#datagram.writeUInt32BE(sequence, wordBytes * (1 + this.#count));
    this.#count = (this.#count + 1) % acknowledgedPackets;
    return this.#count === 0 ? Buffer.from(this.#datagram) : null;
  }
}
