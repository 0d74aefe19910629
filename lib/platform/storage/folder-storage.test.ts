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

test('nothing is read through a link, or by a name that leads out of the folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const storage = new FolderStorage(folder);
  for (const id of ['id', 'other']) await mkdir(path.join(folder, id));
  await writeFile(path.join(folder, 'other', 'a-000001.ts'), 'secret');
  await writeFile(path.join(folder, 'id', 'a-000001.ts'), 'own');
  await symlink(path.join(folder, 'other', 'a-000001.ts'), path.join(folder, 'id', 'a-000002.ts'));
  const led = ['a-000002.ts', '../other/a-000001.ts', path.join(folder, 'other', 'a-000001.ts'), '..', ''];
  expect(await storage.sizes('id', ['a-000001.ts', ...led])).toEqual(new Map([['a-000001.ts', 3]]));
  for (const name of led) {
    expect(await storage.readWhole('id', name).catch(() => null), name).toBeNull();
    await expect(storage.read('id', name, 0, 6).next(), name).rejects.toThrow();
  }
  expect(await storage.readWhole('id', 'a-000001.ts')).toEqual(Buffer.from('own'));
});
