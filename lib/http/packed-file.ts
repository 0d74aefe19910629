import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A package that runs elsewhere, of the same version as this server (scripts/steps/build.mjs). @param name in dist/ */
export async function packedFile(name: string): Promise<Response> {
  const file = await readFile(path.join(process.cwd(), 'dist', name));
  return new Response(new Uint8Array(file), {
    headers: { 'content-type': 'application/gzip', 'cache-control': 'no-cache' },
  });
}
