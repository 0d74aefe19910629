/* Service description (ETSI EN 300 468, 5.2.3): where a transport stream names who made it. */

export const sdtPid = 0x11;
const actualStreamTable = 0x42;
const serviceDescriptor = 0x48;
const checksumBytes = 4;
const maxNameLength = 40;

/**
 * The provider of the first service that names one, such as `FFmpeg`; null when none does.
 * @param section undamaged
 */
export function readServiceProvider(section: Buffer): string | null {
  if (section[0] !== actualStreamTable) return null;
  const end = section.length - checksumBytes;
  let offset = 11;
  while (offset + 5 <= end) {
    const servicesEnd = Math.min(offset + 5 + (section.readUInt16BE(offset + 3) & 0x0fff), end);
    for (let at = offset + 5; at + 4 <= servicesEnd; at += 2 + section.readUInt8(at + 1)) {
      if (section[at] !== serviceDescriptor) continue;
      const nameEnd = at + 4 + section.readUInt8(at + 3);
      const name = nameEnd <= servicesEnd ? plain(section.subarray(at + 4, nameEnd)) : '';
      if (name !== '') return name;
    }
    offset = servicesEnd;
  }
  return null;
}

/** A text as everybody can read it, without the byte that selects its table of characters (annex A). */
const plain = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, maxNameLength);
