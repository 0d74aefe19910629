import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import { parseJson } from '@/lib/core/parse-json';

export const manifestFile = 'backup.json';
/** Beside the manifest, once the backup has been loaded: its time says when last. The doctor looks at it. */
export const provenFile = 'proven';
/** Beside the manifest, where an installation has generated secrets. */
export const secretsFile = 'secrets.json';

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Beside the manifest; what COPY writes as text, compressed by gzip. */
  file: z.string().regex(/^[\w.-]+$/),
  /** The file's hash, in hex. */
  sha256: z.string(),
});
export type SavedTable = z.infer<typeof tableSchema>;

const manifestSchema = z.object({
  format: z.literal(1),
  /** Sightline's version. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The last migration of the saved database: what the tables look like. */
  lastMigration: z.string(),
  /** Ordered so that each row follows the rows that it refers to. */
  tables: z.array(tableSchema),
  /** The hash of {@link secretsFile}, in hex; null where there were none. Older versions did not note it. */
  secretsSha256: z.string().nullable().optional(),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** @throws AppError `invalid_input` where the folder has no backup that this version knows */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch(() => '');
  const manifest = manifestSchema.safeParse(parseJson(text));
  if (manifest.success) return manifest.data;
  throw new AppError('invalid_input', `${folder} has no backup of Sightline.`, { cause: manifest.error });
}
