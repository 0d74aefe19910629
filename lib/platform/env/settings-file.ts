import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

const file = '.env';

/** The settings that the file .env in the current folder has. */
export interface SettingsFile {
  settings: NodeJS.Dict<string>;
  /** Whether every user of this machine may read or change it. */
  isOpen: boolean;
  /** When it was written last, in milliseconds. */
  changedMs: number;
}

/**
 * Reads the file .env in the current folder.
 * @returns null where there is none, as in containers, or only the manager of services can read it
 */
export function readSettingsFile(): SettingsFile | null {
  try {
    const { mode, mtimeMs: changedMs } = statSync(file);
    return { settings: parseEnv(readFileSync(file, 'utf8')), isOpen: (mode & 0o006) !== 0, changedMs };
  } catch (error) {
    if (['ENOENT', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
