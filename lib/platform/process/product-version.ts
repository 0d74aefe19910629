import { readFileSync } from 'node:fs';
import { z } from 'zod';

let version: string | undefined;

/** The version of Sightline, from package.json in the folder that all programs run in. */
export function productVersion(): string {
  version ??= z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8'))).version;
  return version;
}
