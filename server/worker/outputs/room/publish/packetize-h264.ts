import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';

/** Leaves room for IP, UDP, SRTP and the header extensions in 1,280 bytes. */
const maxPayloadBytes = 1180;
const fragmentationUnitA = 28;
const unwantedTypes: ReadonlySet<number> = new Set([nalType.accessUnitDelimiter, nalType.filler, nalType.sei]);

/**
 * The RTP payloads of one access unit in packetization mode 1 (RFC 6184): single NAL units, and FU-A fragments of
 * larger ones. It omits access unit delimiters, filler and SEI, which no receiver reads. It also omits types that H.264
 * leaves unspecified, because RTP gives them another meaning.
 */
export function packetizeH264(nals: Buffer[]): Buffer[] {
  const payloads: Buffer[] = [];
  for (const nal of nals) {
    const type = nalTypeOf(nal);
    const isUnspecified = type === 0 || type >= 24;
    if (isUnspecified || unwantedTypes.has(type)) continue;
    if (nal.length <= maxPayloadBytes) payloads.push(nal);
    else fragment(nal, payloads);
  }
  return payloads;
}

/** RFC 6184, 5.8 */
function fragment(nal: Buffer, payloads: Buffer[]): void {
  const header = nal.readUInt8(0);
  const step = maxPayloadBytes - 2;
  for (let offset = 1; offset < nal.length; offset += step) {
    const part = nal.subarray(offset, offset + step);
    const isFirst = offset === 1;
    const isLast = offset + step >= nal.length;
    const payload = Buffer.allocUnsafe(2 + part.length);
    payload[0] = (header & 0xe0) | fragmentationUnitA;
    payload[1] = (isFirst ? 0x80 : 0) | (isLast ? 0x40 : 0) | (header & 0x1f);
    part.copy(payload, 2);
    payloads.push(payload);
  }
}
