const startCode = Buffer.from([0, 0, 1]);
const longStartCode = Buffer.from([0, 0, 0, 1]);

/**
 * Cuts a byte stream with start codes (H.264 and H.265 annex B, ISO/IEC 13818-2) into units without their start codes and
 * trailing zeros. No copy.
 */
export function splitAnnexB(data: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  let start = data.indexOf(startCode);
  while (start >= 0) {
    const begin = start + 3;
    const next = data.indexOf(startCode, begin);
    let end = next < 0 ? data.length : next;
    while (end > begin && data[end - 1] === 0) end--;
    if (end > begin) nals.push(data.subarray(begin, end));
    start = next;
  }
  return nals;
}

/** Puts units together again. */
export function joinAnnexB(nals: Buffer[]): Buffer {
  return Buffer.concat(nals.flatMap((nal) => [longStartCode, nal]));
}

/**
 * Gathers units into access units.
 * @param starts whether an access unit begins with this unit, where the one before it has slices
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
