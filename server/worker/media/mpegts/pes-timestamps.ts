import { payloadStart } from './ts-packet';

/** @param packet a PES packet that has one. @returns 33-bit counts of a 90 kHz clock */
export function readPesTimestamps(packet: Buffer, hasDts: boolean): { pts: number; dts: number } {
  const pts = readTimestamp(packet, 9);
  return { pts, dts: hasDts ? readTimestamp(packet, 14) : pts };
}

/** The PTS of the PES packet that begins in a transport packet; null where it does not say one. */
export function ptsOfTransportPacket(transportPacket: Buffer): number | null {
  const pes = transportPacket.subarray(payloadStart(transportPacket));
  if (pes.length < 14 || pes.readUIntBE(0, 3) !== 1) return null;
  const hasPts = (pes.readUInt8(7) & 0x80) !== 0;
  return hasPts ? readTimestamp(pes, 9) : null;
}

/** 33 bits in five bytes, with marker bits between (ISO/IEC 13818-1, 2.4.3.7). */
function readTimestamp(packet: Buffer, offset: number): number {
  const high = (packet.readUInt8(offset) >> 1) & 0x07;
  const middle = packet.readUInt16BE(offset + 1) >> 1;
  const low = packet.readUInt16BE(offset + 3) >> 1;
  return high * 2 ** 30 + middle * 2 ** 15 + low;
}
