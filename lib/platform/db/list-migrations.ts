import { readdir } from 'node:fs/promises';
import path from 'node:path';

export const migrationsDir = path.join('prisma', 'migrations');

/** The names of this version's migrations, in order. */
export async function listMigrations(): Promise<string[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
