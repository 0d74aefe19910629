import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from './replace-file';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-replace-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.each([true, false])(
  'makes and replaces a file, with its mode, and leaves nothing beside it (durable: %s)',
  async (durable) => {
    const file = path.join(folder, 'secrets.json');
    await replaceFile(file, 'first', { mode: 0o600, durable });
    await replaceFile(file, Buffer.from('second'), { mode: 0o600, durable });
    expect(await readFile(file, 'utf8')).toBe('second');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['secrets.json']);
  },
);

test('a failure leaves the old contents', async () => {
  const file = path.join(folder, 'secrets.json');
  await replaceFile(file, 'first', { mode: 0o600, durable: true });
  await mkdir(`${file}.new`);
  await expect(replaceFile(file, 'second', { mode: 0o600, durable: true })).rejects.toThrow('EISDIR');
  expect(await readFile(file, 'utf8')).toBe('first');
});
