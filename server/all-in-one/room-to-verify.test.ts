import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { requireRoomToVerify } from './room-to-verify';

const folder = mkdtempSync(path.join(tmpdir(), 'sightline-room-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a small backup is loaded, and a larger one than the disk is refused with both figures', async () => {
  writeFileSync(path.join(folder, 'users.copy.gz'), gzipSync('Ada\n'.repeat(1_000)));
  await expect(requireRoomToVerify(folder, folder)).resolves.toBeUndefined();
  const large = path.join(folder, 'stream_metrics.copy.gz');
  writeFileSync(large, '');
  // Sparse: it takes no room itself.
  truncateSync(large, 2e12);
  await expect(requireRoomToVerify(folder, folder)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/takes about 1600\d\.\d GB on the disk of .*, and there are \d+\.\d GB\./),
  });
});
