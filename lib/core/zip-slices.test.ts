import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipSlices } from './zip-slices';

const files: Record<string, Buffer> = {
  'Camera 1.mov': Buffer.from('one'),
  'media/Bühne links.mov': Buffer.alloc(70_000, 7),
  'empty.mov': Buffer.alloc(0),
};

/** Reads an archive from its end, as unpackers do: by ZIP64's locator and the directory. */
function unpack(archive: Buffer): Record<string, Buffer> {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  expect(archive.readUInt32LE(end - 20)).toBe(0x07064b50);
  const record = Number(archive.readBigUInt64LE(end - 12));
  expect(archive.readUInt32LE(record)).toBe(0x06064b50);
  let position = Number(archive.readBigUInt64LE(record + 48));
  const found: Record<string, Buffer> = {};
  for (let count = Number(archive.readBigUInt64LE(record + 32)); count > 0; count--) {
    expect(archive.readUInt32LE(position)).toBe(0x02014b50);
    const [nameLength, extraLength] = [archive.readUInt16LE(position + 28), archive.readUInt16LE(position + 30)];
    const name = archive.toString('utf8', position + 46, position + 46 + nameLength);
    const extra = position + 46 + nameLength;
    const [size, local] = [archive.readBigUInt64LE(extra + 12), archive.readBigUInt64LE(extra + 20)].map(Number);
    const header = local ?? 0;
    expect(archive.readUInt32LE(header)).toBe(0x04034b50);
    const data = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const bytes = archive.subarray(data, data + (size ?? 0));
    expect(archive.readUInt32LE(position + 16)).toBe(crc32(bytes));
    found[name] = bytes;
    position = extra + extraLength;
  }
  return found;
}

test('an archive holds the files as they are', () => {
  const entries = Object.entries(files).map(([name, bytes]) => ({
    name,
    sizeBytes: bytes.length,
    crc32: crc32(bytes),
  }));
  const slices = zipSlices(entries, new Date('2026-11-27T18:30:10Z'));
  const parts = slices.map((slice) => ('bytes' in slice ? slice.bytes : (files[slice.name] ?? Buffer.alloc(0))));
  expect(unpack(Buffer.concat(parts))).toEqual(files);
});
