import { type ElementaryStream, elementaryStream, type UnsupportedStream } from './elementary-stream';

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  return crc;
});

/** CRC-32/MPEG-2 (ISO/IEC 13818-1, annex A). 0 for a table that ends with its own checksum. */
export function crc32Mpeg(data: Buffer): number {
  let crc = -1;
  for (const byte of data) crc = (crc << 8) ^ (table[(crc >>> 24) ^ byte] ?? 0);
  return crc >>> 0;
}

/* Program specific information (ISO/IEC 13818-1, 2.4.4): the structure of a transport stream. */

export const patPid = 0;

/** The fixed fields and the checksum. */
const minSectionBytes = 12;
const checksumBytes = 4;
/** The table id of stuffing bytes. */
const noTableId = 0xff;

/** Gathers the sections of one PID, which may span packets or share one. */
export class SectionReader {
  #chunks: Buffer[] = [];

  /**
   * Takes the next packet's payload.
   * @param startsSection payload_unit_start_indicator
   * @param isGap something is missing before it
   * @returns the sections that it completes, if undamaged and in force
   */
  addPayload(payload: Buffer, startsSection: boolean, isGap: boolean): Buffer[] {
    if (isGap) this.#chunks = [];
    if (!startsSection) {
      if (this.#chunks.length > 0) this.#chunks.push(payload);
      return this.#cut();
    }
    const pointer = payload.readUInt8(0);
    if (1 + pointer >= payload.length) return [];
    let sections: Buffer[] = [];
    if (this.#chunks.length > 0) {
      this.#chunks.push(payload.subarray(1, 1 + pointer));
      sections = this.#cut();
    }
    this.#chunks = [payload.subarray(1 + pointer)];
    return sections.concat(this.#cut());
  }

  /** Cuts off every complete section. */
  #cut(): Buffer[] {
    const sections: Buffer[] = [];
    let data = Buffer.concat(this.#chunks);
    while (data.length >= 3 && data[0] !== noTableId) {
      const length = 3 + (data.readUInt16BE(1) & 0x0fff);
      if (data.length < length) break;
      const section = data.subarray(0, length);
      data = data.subarray(length);
      if (length < minSectionBytes || crc32Mpeg(section) !== 0) continue;
      const isCurrent = (section.readUInt8(5) & 0x01) !== 0;
      if (isCurrent) sections.push(section);
    }
    this.#chunks = data.length > 0 && data[0] !== noTableId ? [data] : [];
    return sections;
  }
}

/** A program, and the PID of its map. */
export interface ListedProgram {
  number: number;
  pmtPid: number;
}

/** The programs of a program association section (2.4.4.3), in its order; null when it is none, or names none. */
export function readPrograms(section: Buffer): ListedProgram[] | null {
  const isFirstSection = section[6] === 0;
  if (section[0] !== 0x00 || !isFirstSection) return null;
  const programs: ListedProgram[] = [];
  for (let offset = 8; offset + 4 <= section.length - checksumBytes; offset += 4) {
    const number = section.readUInt16BE(offset);
    const pmtPid = section.readUInt16BE(offset + 2) & 0x1fff;
    if (number !== 0 && pmtPid !== patPid) programs.push({ number, pmtPid });
  }
  return programs.length > 0 ? programs : null;
}

/** A program's streams, in the order of its map. */
export interface ProgramMap {
  streams: ElementaryStream[];
  unsupported: UnsupportedStream[];
  /** PIDs whose type the map does not name. */
  unnamedPids: number[];
}

/**
 * Reads a program map section (2.4.4.8); null when it is another program's.
 * @param identified types of PIDs that the map does not name
 */
export function readProgramMap(
  section: Buffer,
  programNumber: number,
  identified: ReadonlyMap<number, ElementaryStream>,
): ProgramMap | null {
  if (section[0] !== 0x02 || section.readUInt16BE(3) !== programNumber) return null;
  const map: ProgramMap = { streams: [], unsupported: [], unnamedPids: [] };
  const end = section.length - checksumBytes;
  let offset = 12 + (section.readUInt16BE(10) & 0x0fff);
  while (offset + 5 <= end) {
    const streamType = section.readUInt8(offset);
    const pid = section.readUInt16BE(offset + 1) & 0x1fff;
    const infoLength = section.readUInt16BE(offset + 3) & 0x0fff;
    const descriptors = section.subarray(offset + 5, Math.min(offset + 5 + infoLength, end));
    const stream = elementaryStream(pid, streamType, descriptors) ?? identified.get(pid);
    if (!stream) map.unnamedPids.push(pid);
    else if (stream.kind === 'unsupported') map.unsupported.push(stream);
    else map.streams.push(stream);
    offset += 5 + infoLength;
  }
  return map;
}

/** A longer table is damaged: most take one packet. PAT and PMT together fit into one SRT message. */
const maxTablePackets = 3;

/** Reads the sections of one table, and keeps its packets to send them again unchanged. */
export class TableReader {
  #whole: Buffer[] = [];
  #gathered: Buffer[] = [];
  #sections = new SectionReader();

  /** The packets of the latest whole table. */
  get packets(): readonly Buffer[] {
    return this.#whole;
  }

  /**
   * Takes the table's next packet.
   * @param payload of the packet
   * @param startsSection payload_unit_start_indicator
   * @param isGap something is missing before it
   * @returns the sections that it completes
   */
  addPacket(packet: Buffer, payload: Buffer, startsSection: boolean, isGap: boolean): Buffer[] {
    // Copied, because it would keep the whole message alive.
    if (startsSection) this.#gathered = [Buffer.from(packet)];
    else if (this.#gathered.length > 0 && this.#gathered.length < maxTablePackets) {
      this.#gathered.push(Buffer.from(packet));
    }
    const sections = this.#sections.addPayload(payload, startsSection, isGap);
    if (sections.length > 0) this.#whole = [...this.#gathered];
    return sections;
  }
}

/* Service description (ETSI EN 300 468, 5.2.3): where a transport stream names who made it. */

export const sdtPid = 0x11;
const actualStreamTable = 0x42;
const serviceDescriptor = 0x48;
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
