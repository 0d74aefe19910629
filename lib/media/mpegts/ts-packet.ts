/* Transport packets (ISO/IEC 13818-1, 2.4.3.2). */

export const packetBytes = 188;
export const syncByte = 0x47;
/** The PID of packets that only fill a constant rate. */
export const nullPid = 0x1fff;

export const pidOf = (packet: Buffer): number => packet.readUInt16BE(1) & 0x1fff;

/** Whether a PES packet or a section begins in the payload. */
export const startsUnit = (packet: Buffer): boolean => (packet.readUInt8(1) & 0x40) !== 0;

/** @returns where the payload begins; the packet's length when it has none */
export function payloadStart(packet: Buffer): number {
  const control = packet.readUInt8(3);
  const hasPayload = (control & 0x10) !== 0;
  const hasAdaptationField = (control & 0x20) !== 0;
  if (!hasPayload) return packetBytes;
  return hasAdaptationField ? Math.min(packetBytes, 5 + packet.readUInt8(4)) : 4;
}

/** The flags of the adaptation field (2.4.3.4); 0 when there is none. */
export function adaptationFlags(packet: Buffer): number {
  const hasAdaptationField = (packet.readUInt8(3) & 0x20) !== 0;
  return hasAdaptationField && packet.readUInt8(4) > 0 ? packet.readUInt8(5) : 0;
}

export const discontinuityIndicator = 0x80;
export const randomAccessIndicator = 0x40;

/** Whether the adaptation field is longer than its announced fields. */
export function isStuffed(packet: Buffer): boolean {
  const hasAdaptationField = (packet.readUInt8(3) & 0x20) !== 0;
  if (!hasAdaptationField) return false;
  const length = packet.readUInt8(4);
  return length === 0 || length > adaptationContentLength(packet, packet.readUInt8(5));
}

/** The length of an adaptation field's announced fields, including the flags byte. */
function adaptationContentLength(packet: Buffer, flags: number): number {
  let length = 1;
  if ((flags & 0x10) !== 0) length += 6;
  if ((flags & 0x08) !== 0) length += 6;
  if ((flags & 0x04) !== 0) length += 1;
  if ((flags & 0x02) !== 0) length += 1 + (packet[5 + length] ?? 0);
  if ((flags & 0x01) !== 0) length += 1 + (packet[5 + length] ?? 0);
  return length;
}
