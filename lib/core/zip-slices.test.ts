import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipSlices } from './zip-slices';

const files: Record<string, Buffer> = {
  'Camera 1.mov': Buffer.from('one'),
  'Bühne links.mov': Buffer.alloc(70_000, 7),
  'empty.mov': Buffer.alloc(0),
};

test('an archive that another program reads holds the files as they are', () => {
  const entries = Object.entries(files).map(([name, bytes]) => ({
    name,
    sizeBytes: bytes.length,
    crc32: crc32(bytes),
  }));
  const slices = zipSlices(entries, new Date('2026-11-27T18:30:10Z'));
  const archive = Buffer.concat(
    slices.map((slice) => ('bytes' in slice ? slice.bytes : (files[slice.name] ?? Buffer.alloc(0)))),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'zip-slices-'));
  try {
    writeFileSync(path.join(folder, 'a.zip'), archive);
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])';
    execFileSync('python3', ['-c', script, path.join(folder, 'a.zip'), folder]);
    for (const [name, bytes] of Object.entries(files)) expect(readFileSync(path.join(folder, name))).toEqual(bytes);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
