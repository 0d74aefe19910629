/*
 * A moment as bars across a picture, for readers that know when they see it. The bars, least significant bit first, are
 * 32 bits of milliseconds since 1970 and 8 bits of checksum: the inverted sum of the four bytes.
 */

// Node runs this file as it is for the tests' camera, so it imports nothing.
export const barcodeBars = 40;
const timeBytes = 4;
const wrapMs = 2 ** 32;

/** The bars of a moment, true for a bright one. @param ms since 1970 */
export function barcodeAt(ms: number): boolean[] {
  const time = ms % wrapMs;
  const bytes = Array.from({ length: timeBytes }, (_, index) => Math.floor(time / 2 ** (8 * index)) & 0xff);
  return [...bytes, checksumOf(bytes)].flatMap((byte) =>
    Array.from({ length: 8 }, (_, bit) => ((byte >> bit) & 1) === 1),
  );
}

/** @param bars true for a bright one @returns how long ago they were made, in milliseconds; null where they are damaged */
export function barcodeAgeMs(bars: readonly boolean[], nowMs: number): number | null {
  const bytes = Array.from({ length: timeBytes + 1 }, (_, byte) =>
    bars.slice(byte * 8, byte * 8 + 8).reduce((sum, isBright, bit) => sum + (isBright ? 2 ** bit : 0), 0),
  );
  const [checksum = -1] = bytes.splice(timeBytes);
  if (checksumOf(bytes) !== checksum) return null;
  return (nowMs % wrapMs) - bytes.reduce((sum, byte, index) => sum + byte * 2 ** (8 * index), 0);
}

const checksumOf = (bytes: readonly number[]): number => ~bytes.reduce((sum, byte) => sum + byte, 0) & 0xff;
