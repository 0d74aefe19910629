import { addTicks } from '@/lib/core/timestamp33';
import { adaptationFlags, payloadStart, startsUnit } from './ts-packet';

/* The clocks in a transport stream: PTS and DTS of PES packets, and program clock references. */

const pcrFlag = 0x10;
const opcrFlag = 0x08;
const pcrBytes = 6;
const dtsOffset = 14;
const ptsOffset = 9;
const timestampBytes = 5;
/** Stream ids without timestamps (ISO/IEC 13818-1, 2.4.3.7): their bytes at the same place mean something else. */
const untimedStreamIds = new Set([0xbc, 0xbe, 0xbf, 0xf0, 0xf1, 0xf2, 0xf8, 0xff]);

/** Reads 33 bits in five bytes, with marker bits between (2.4.3.7). */
export function readTimestamp(packet: Buffer, offset: number): number {
  const high = (packet.readUInt8(offset) >> 1) & 0x07;
  const middle = packet.readUInt16BE(offset + 1) >> 1;
  const low = packet.readUInt16BE(offset + 3) >> 1;
  return high * 2 ** 30 + middle * 2 ** 15 + low;
}

/**
 * Reads PTS and DTS of a PES packet, as 33-bit counts of a 90 kHz clock. Without a DTS of its own a frame is decoded as it is
 * shown.
 * @param pes from its start code on
 * @returns null where it carries no PTS
 */
export function readPesTimestamps(pes: Buffer): { pts: number; dts: number } | null {
  const hasPts = pes.length >= ptsOffset + timestampBytes && (pes.readUInt8(7) & 0x80) !== 0;
  if (!hasPts) return null;
  const hasDts = pes.length >= dtsOffset + timestampBytes && (pes.readUInt8(7) & 0x40) !== 0;
  const pts = readTimestamp(pes, ptsOffset);
  return { pts, dts: hasDts ? readTimestamp(pes, dtsOffset) : pts };
}

/** Writes the 33 bits; the four bits before them stay as they are. */
export function writeTimestamp(packet: Buffer, offset: number, ticks: number): void {
  packet[offset] = (packet.readUInt8(offset) & 0xf0) | (Math.floor(ticks / 2 ** 30) << 1) | 1;
  packet.writeUInt16BE((Math.floor(ticks / 2 ** 15) % 2 ** 15) * 2 + 1, offset + 1);
  packet.writeUInt16BE((ticks % 2 ** 15) * 2 + 1, offset + 3);
}

/** Says where a timestamp goes: both are 33-bit counts of a 90 kHz clock. */
export type MoveTimestamp = (timestamp: number) => number;

const moveBy =
  (ticks: number): MoveTimestamp =>
  (timestamp) =>
    addTicks(timestamp, ticks);

/**
 * Moves PCR, PTS and DTS of a transport packet, in place.
 * @param ticks of 90 kHz, less than 26 hours
 */
export function shiftTimestamps(packet: Buffer, ticks: number): void {
  moveTimestamps(packet, moveBy(ticks));
}

/** Moves PCR, PTS and DTS of a transport packet, in place, each to where it goes. */
export function moveTimestamps(packet: Buffer, move: MoveTimestamp): void {
  moveClockReferences(packet, move);
  movePesTimestamps(packet, move);
}

/** Whether a transport packet says the time of its program's clock. */
export const hasClockReference = (packet: Buffer): boolean => (adaptationFlags(packet) & (pcrFlag | opcrFlag)) !== 0;

/** Moves PCR and OPCR of a transport packet, in place. @param ticks as of {@link shiftTimestamps} */
export const shiftClockReferences = (packet: Buffer, ticks: number): void => moveClockReferences(packet, moveBy(ticks));

function moveClockReferences(packet: Buffer, move: MoveTimestamp): void {
  const flags = adaptationFlags(packet);
  const hasPcr = (flags & pcrFlag) !== 0;
  if (hasPcr) moveClockReference(packet, 6, move);
  if ((flags & opcrFlag) !== 0) moveClockReference(packet, hasPcr ? 6 + pcrBytes : 6, move);
}

/**
 * Moves PTS and DTS of a transport packet, in place. Those of a PES packet lie in its first transport packet; every
 * multiplexer known to us puts them there. Scrambled packets keep theirs.
 * @param ticks as of {@link shiftTimestamps}
 */
export const shiftPesTimestamps = (packet: Buffer, ticks: number): void => movePesTimestamps(packet, moveBy(ticks));

function movePesTimestamps(packet: Buffer, move: MoveTimestamp): void {
  const isScrambled = (packet.readUInt8(3) & 0xc0) !== 0;
  if (!startsUnit(packet) || isScrambled) return;
  const pes = packet.subarray(payloadStart(packet));
  const hasHeader = pes.length >= ptsOffset && pes.readUIntBE(0, 3) === 1 && !untimedStreamIds.has(pes.readUInt8(3));
  if (!hasHeader) return;
  const hasPts = (pes.readUInt8(7) & 0x80) !== 0;
  const hasDts = (pes.readUInt8(7) & 0x40) !== 0;
  if (hasPts) moveTimestamp(pes, ptsOffset, move);
  if (hasPts && hasDts) moveTimestamp(pes, dtsOffset, move);
}

function moveTimestamp(pes: Buffer, offset: number, move: MoveTimestamp): void {
  if (pes.length >= offset + timestampBytes) writeTimestamp(pes, offset, move(readTimestamp(pes, offset)));
}

/** 2.4.3.5: 33 bits of 90 kHz, six reserved ones, and nine of 27 MHz, which stay. */
function moveClockReference(packet: Buffer, offset: number, move: MoveTimestamp): void {
  if (packet.length < offset + pcrBytes) return;
  const low = packet.readUInt16BE(offset + 4);
  const base = move(packet.readUInt32BE(offset) * 2 + (low >> 15));
  packet.writeUInt32BE(Math.floor(base / 2), offset);
  packet.writeUInt16BE(((base % 2) << 15) | (low & 0x7fff), offset + 4);
}
