import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { diffSchemas } from './migrate';

/** Writes the migration from the committed schema.prisma to the one in the working tree. */
async function newMigration(name: string | undefined, databaseUrl: string | undefined): Promise<void> {
  if (!name || !/^[a-z0-9_]+$/.test(name) || !databaseUrl) {
    throw new Error('Usage: npm run migration NAME DATABASE_URL (name: a-z, 0-9 and _; any running Postgres)');
  }
  const schemaPath = 'prisma/schema.prisma';
  const isCommitted = execFileSync('git', ['ls-files', schemaPath], { encoding: 'utf8' }) !== '';
  const before = isCommitted ? execFileSync('git', ['show', `HEAD:${schemaPath}`], { encoding: 'utf8' }) : '';
  const sql = await diffSchemas(databaseUrl, before, await readFile(schemaPath, 'utf8'));
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const directory = path.join('prisma', 'migrations', `${timestamp}_${name}`);
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, 'migration.sql'), sql);
  process.stdout.write(`${directory}/migration.sql\n`);
}

await newMigration(process.argv[2], process.argv[3]);
