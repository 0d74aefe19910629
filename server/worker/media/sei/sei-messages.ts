import { removeEmulationPrevention } from '../bits/bit-reader';

export interface SeiMessage {
  type: number;
  payload: Buffer;
}

/**
 * The messages of a NAL unit of supplemental enhancement information (H.264, 7.3.2.3; H.265, 7.3.2.4), without a
 * truncated one.
 * @param bytes of the NAL unit after its header
 */
export function readSeiMessages(bytes: Buffer): SeiMessage[] {
  const data = removeEmulationPrevention(bytes);
  const messages: SeiMessage[] = [];
  let offset = 0;
  const readSum = (): number => {
    let sum = 0;
    for (; data[offset] === 0xff; offset++) sum += 0xff;
    return sum + (data[offset++] ?? 0);
  };
  // The last byte holds the trailing bits.
  while (offset + 1 < data.length) {
    const type = readSum();
    const length = readSum();
    if (offset + length > data.length) break;
    messages.push({ type, payload: data.subarray(offset, offset + length) });
    offset += length;
  }
  return messages;
}
