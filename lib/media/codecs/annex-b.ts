const startCode = Buffer.from([0, 0, 1]);
/** Encoders that cut frames into many slices make each about as large as a network packet. */
const freeUnits = 256;
const minBytesPerUnit = 256;
const longStartCode = Buffer.from([0, 0, 0, 1]);

/**
 * Cuts a byte stream with start codes (H.264 and H.265 annex B, ISO/IEC 13818-2) into units without start codes and
 * trailing zeros. Copies nothing.
 * @throws RangeError when there are more units than any encoder makes of so many bytes
 */
export function splitAnnexB(data: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  const maxUnits = freeUnits + data.length / minBytesPerUnit;
  let start = data.indexOf(startCode);
  while (start >= 0) {
    const begin = start + 3;
    const next = data.indexOf(startCode, begin);
    let end = next < 0 ? data.length : next;
    while (end > begin && data[end - 1] === 0) end--;
    if (end > begin) nals.push(data.subarray(begin, end));
    if (nals.length > maxUnits) throw new RangeError('Too many units in one PES packet');
    start = next;
  }
  return nals;
}

/** Joins units with start codes. */
export function joinAnnexB(nals: Buffer[]): Buffer {
  return Buffer.concat(nals.flatMap((nal) => [longStartCode, nal]));
}

/** The bytes of units, without start codes. */
export const bytesOf = (nals: Buffer[]): number => nals.reduce((sum, { length }) => sum + length, 0);

/**
 * Gathers units into access units.
 * @param starts whether this unit begins an access unit, when the one before it has slices
 */
export function groupAccessUnits(
  nals: Buffer[],
  starts: (nal: Buffer, before: Buffer[]) => boolean,
  isSlice: (nal: Buffer) => boolean,
): Buffer[][] {
  const accessUnits: Buffer[][] = [];
  let accessUnit: Buffer[] = [];
  let hasSlice = false;
  for (const nal of nals) {
    if (hasSlice && starts(nal, accessUnit)) {
      accessUnits.push(accessUnit);
      accessUnit = [];
      hasSlice = false;
    }
    accessUnit.push(nal);
    hasSlice ||= isSlice(nal);
  }
  if (accessUnit.length > 0) accessUnits.push(accessUnit);
  return accessUnits;
}
