import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The tally agent as a package that npx runs, of the same version as this server (scripts/steps/build.mjs). */
export async function GET(): Promise<Response> {
  const file = await readFile(path.join(process.cwd(), 'dist', 'tally-agent.tgz'));
  return new Response(new Uint8Array(file), {
    headers: { 'content-type': 'application/gzip', 'cache-control': 'no-cache' },
  });
}
