import { crc32Mpeg } from '@/lib/media/mpegts/program-tables';

/* Builds MPEG-TS packet by packet (ISO/IEC 13818-1), so that a test can say each bit of it. */

export const packetBytes = 188;

interface PacketOptions {
  startsUnit?: boolean;
  /** The adaptation field without its length, `Buffer.alloc(0)` for one that is empty; the rest is stuffing. */
  adaptation?: Buffer;
}

export interface PesOptions {
  pts: number;
  dts?: number;
  /** Announce the length. */
  isBounded?: boolean;
}

/** Numbers the packets of each PID. */
export class TransportStream {
  readonly #counters = new Map<number, number>();

  /** Builds one packet. The adaptation field stuffs the room that the payload leaves. */
  packet(pid: number, payload: Buffer, { startsUnit = false, adaptation }: PacketOptions = {}): Buffer {
    const packet = Buffer.alloc(packetBytes, 0xff);
    const hasAdaptation = adaptation !== undefined || payload.length < packetBytes - 4;
    packet[0] = 0x47;
    packet.writeUInt16BE((startsUnit ? 0x4000 : 0) | pid, 1);
    packet[3] = (hasAdaptation ? 0x20 : 0) | (payload.length > 0 ? 0x10 : 0) | this.#count(pid, payload.length > 0);
    if (hasAdaptation) {
      const length = packetBytes - 5 - payload.length;
      packet[4] = length;
      const content = adaptation ?? Buffer.alloc(Math.min(length, 1));
      if (content.length > length) throw new RangeError('the payload is too long');
      if (length > 0) content.copy(packet, 5);
    }
    payload.copy(packet, packetBytes - payload.length);
    return packet;
  }

  /** Leaves out continuity counters, as lost packets do. */
  skip(pid: number, count: number): void {
    for (let i = 0; i < count; i++) this.#count(pid, true);
  }

  /** The packets of a table, pointer field included. */
  section(pid: number, ...tables: Buffer[]): Buffer[] {
    const data = Buffer.concat([Buffer.from([0]), ...tables]);
    const packets: Buffer[] = [];
    for (let offset = 0; offset < data.length; offset += 184) {
      const payload = Buffer.alloc(184, 0xff);
      data.copy(payload, 0, offset);
      packets.push(this.packet(pid, payload, { startsUnit: offset === 0 }));
    }
    return packets;
  }

  /** The packets of one access unit; the last is stuffed. */
  pes(pid: number, data: Buffer, options: PesOptions): Buffer[] {
    return this.packets(pid, Buffer.concat([pesHeader(data.length, options), data]));
  }

  packets(pid: number, pes: Buffer): Buffer[] {
    const packets: Buffer[] = [];
    for (let offset = 0; offset < pes.length; offset += 184) {
      packets.push(this.packet(pid, pes.subarray(offset, offset + 184), { startsUnit: offset === 0 }));
    }
    return packets;
  }

  #count(pid: number, hasPayload: boolean): number {
    const last = this.#counters.get(pid) ?? 15;
    const counter = hasPayload ? (last + 1) % 16 : last;
    this.#counters.set(pid, counter);
    return counter;
  }
}

export function pesHeader(dataBytes: number, { pts, dts, isBounded = false }: PesOptions): Buffer {
  const stamps = dts === undefined ? [stamp(2, pts)] : [stamp(3, pts), stamp(1, dts)];
  const header = Buffer.concat([
    Buffer.from([0, 0, 1, 0xe0, 0, 0, 0x80, dts === undefined ? 0x80 : 0xc0, 0]),
    ...stamps,
  ]);
  header[8] = header.length - 9;
  if (isBounded) header.writeUInt16BE(header.length - 6 + dataBytes, 4);
  return header;
}

function stamp(prefix: number, value: number): Buffer {
  const bits = BigInt(value);
  const part = (shift: bigint, mask: bigint) => Number((bits >> shift) & mask);
  const bytes = Buffer.alloc(5);
  bytes[0] = (prefix << 4) | (part(30n, 7n) << 1) | 1;
  bytes.writeUInt16BE((part(15n, 0x7fffn) << 1) | 1, 1);
  bytes.writeUInt16BE((part(0n, 0x7fffn) << 1) | 1, 3);
  return bytes;
}

interface TableOptions {
  isCurrent?: boolean;
  sectionNumber?: number;
}

export function patTable(programs: { number: number; pmtPid: number }[], options: TableOptions = {}): Buffer {
  const entries = programs.map(({ number, pmtPid }) => {
    const entry = Buffer.alloc(4);
    entry.writeUInt16BE(number, 0);
    entry.writeUInt16BE(0xe000 | pmtPid, 2);
    return entry;
  });
  return table(0x00, 1, Buffer.concat(entries), options);
}

export interface TableStream {
  pid: number;
  type: number;
  descriptors?: Buffer;
}

export function pmtTable(streams: TableStream[], options: TableOptions & { programNumber?: number } = {}): Buffer {
  const entries = streams.map(({ pid, type, descriptors = Buffer.alloc(0) }) => {
    const head = Buffer.from([type, 0, 0, 0, 0]);
    head.writeUInt16BE(0xe000 | pid, 1);
    head.writeUInt16BE(0xf000 | descriptors.length, 3);
    return Buffer.concat([head, descriptors]);
  });
  const programInfo = Buffer.from([0xff, 0xff, 0xf0, 0x00]);
  return table(0x02, options.programNumber ?? 1, Buffer.concat([programInfo, ...entries]), options);
}

function table(id: number, extension: number, body: Buffer, options: TableOptions): Buffer {
  const { isCurrent = true, sectionNumber = 0 } = options;
  const head = Buffer.from([id, 0, 0, 0, 0, 0xc0 | (isCurrent ? 1 : 0), sectionNumber, sectionNumber]);
  head.writeUInt16BE(0xb000 | (5 + body.length + 4), 1);
  head.writeUInt16BE(extension, 3);
  const content = Buffer.concat([head, body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32Mpeg(content));
  return Buffer.concat([content, checksum]);
}
