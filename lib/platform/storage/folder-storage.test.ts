import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FolderStorage } from './folder-storage';

test('a file is written whole, over what a write left, and never through a link', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const storage = new FolderStorage(folder);
  await expect(storage.writeWhole('id', 'file', Buffer.from('new'))).rejects.toThrow('ENOENT');
  await mkdir(path.join(folder, 'id'));
  const other = path.join(folder, 'other');
  await writeFile(other, 'untouched');
  for (const name of ['file', 'file.new']) await symlink(other, path.join(folder, 'id', name));
  await storage.writeWhole('id', 'file', Buffer.from('new'));
  expect(await storage.readWhole('id', 'file')).toEqual(Buffer.from('new'));
  expect(await readdir(path.join(folder, 'id'))).toEqual(['file']);
  expect(await readFile(other, 'utf8')).toBe('untouched');
});
