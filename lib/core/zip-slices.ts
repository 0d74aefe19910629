/** A file for an archive. */
export interface ZipEntry {
  name: string;
  sizeBytes: number;
  crc32: number;
}

/** A part of an archive: bytes, or the whole of a file, up to `to`. */
export type ZipSlice = { bytes: Buffer } | { name: string; to: number };

const versionOfZip64 = 45;
/** Names are UTF-8. */
const flags = 0x0800;
/** Sizes and places of 8 bytes stand in the extra field. */
const inExtra = 0xffffffff;
const zip64Tag = 0x0001;

/**
 * An archive of files as they are, uncompressed (PKWARE's APPNOTE 6.3.10). Its bytes are known before they are read, so any
 * range of them can be served. Sizes are always in ZIP64's fields, which hold files of any size.
 */
export function zipSlices(entries: ZipEntry[], modified: Date): ZipSlice[] {
  const slices: ZipSlice[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const header = localHeader(entry, modified);
    directory.push(directoryHeader(entry, modified, offset));
    slices.push({ bytes: header }, { name: entry.name, to: entry.sizeBytes });
    offset += header.length + entry.sizeBytes;
  }
  const listed = Buffer.concat(directory);
  return [...slices, { bytes: Buffer.concat([listed, endOfDirectory(entries.length, offset, listed.length)]) }];
}

function localHeader(entry: ZipEntry, modified: Date): Buffer {
  const extra = zip64Extra([entry.sizeBytes, entry.sizeBytes]);
  const begin = Buffer.alloc(4);
  begin.writeUInt32LE(0x04034b50);
  return Buffer.concat([begin, commonFields(entry, modified, extra), Buffer.from(entry.name), extra]);
}

function directoryHeader(entry: ZipEntry, modified: Date, offset: number): Buffer {
  const extra = zip64Extra([entry.sizeBytes, entry.sizeBytes, offset]);
  const begin = Buffer.alloc(6);
  begin.writeUInt32LE(0x02014b50);
  begin.writeUInt16LE(versionOfZip64, 4);
  const end = Buffer.alloc(14);
  end.writeUInt32LE(inExtra, 10);
  return Buffer.concat([begin, commonFields(entry, modified, extra), end, Buffer.from(entry.name), extra]);
}

function commonFields({ name, crc32 }: ZipEntry, modified: Date, extra: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(versionOfZip64, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt32LE(dosTime(modified), 6);
  fields.writeUInt32LE(crc32, 10);
  fields.writeUInt32LE(inExtra, 14);
  fields.writeUInt32LE(inExtra, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  fields.writeUInt16LE(extra.length, 24);
  return fields;
}

function endOfDirectory(count: number, offset: number, length: number): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(versionOfZip64, 12);
  record.writeUInt16LE(versionOfZip64, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(length), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(Math.min(length, inExtra), 12);
  end.writeUInt32LE(inExtra, 16);
  return Buffer.concat([record, locator, end]);
}

function zip64Extra(values: number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(zip64Tag, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return extra;
}

/** Date and time as MS-DOS wrote them, in UTC and to two seconds. */
function dosTime(at: Date): number {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return date * 0x10000 + time;
}
