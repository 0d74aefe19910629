import { readdir } from 'node:fs/promises';
import path from 'node:path';

export const migrationsDir = path.join('prisma', 'migrations');

/** The migration that makes all tables of 1.0, in place of those of the versions before (docs/decisions/0004). */
export const baseline = {
  name: '20261128123001_baseline',
  /** The number of migrations before, and the last one: a database that has them all has the baseline's tables. */
  formerCount: 69,
  lastFormer: '20261128123000_floor_plan',
};

export const precedesBaseline = (migration: string): boolean => migration < baseline.name;

/** The names of this version's migrations, in order. */
export async function listMigrations(): Promise<string[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
