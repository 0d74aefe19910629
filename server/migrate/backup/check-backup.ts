import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@/lib/core/errors';
import { baseline, listMigrations, precedesBaseline } from '@/lib/platform/db/list-migrations';
import { type Manifest, readManifest, secretsFile } from './manifest';

/**
 * Reads every file of a backup, without a database.
 * @throws AppError with one sentence where a file is missing or damaged, or the backup is newer than this version, or too old for it
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (manifest.lastMigration === baseline.lastFormer) manifest.lastMigration = baseline.name;
  if (precedesBaseline(manifest.lastMigration)) {
    throw new AppError(
      'conflict',
      `The backup is of a version before 1.0: restore it with the last of those, then upgrade (docs/upgrade.md).`,
    );
  }
  if (!(await listMigrations()).includes(manifest.lastMigration)) {
    throw new AppError(
      'conflict',
      `The backup is of Sightline ${manifest.version}, which is newer: install that version first.`,
    );
  }
  for (const { file, sha256 } of manifest.tables) await requireWhole(folder, file, sha256);
  if (manifest.secretsSha256) await requireWhole(folder, secretsFile, manifest.secretsSha256);
  return manifest;
}

async function requireWhole(folder: string, file: string, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path.join(folder, file)), hash);
  } catch (cause) {
    throw new AppError('invalid_input', `The backup lacks ${file}; take another one.`, { cause });
  }
  if (hash.digest('hex') !== sha256)
    throw new AppError('invalid_input', `${file} of the backup is damaged; take another one.`);
}
