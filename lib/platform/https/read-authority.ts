import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { reachEnv } from '../env/reach-env';

/** The certificate of the authority that `npm start -- --https` has made, in PEM. @returns null where there is none */
export async function readAuthority(): Promise<string | null> {
  const { HTTPS_PORT, HTTPS_FOLDER } = reachEnv();
  if (HTTPS_PORT === undefined) return null;
  try {
    return await readFile(path.join(HTTPS_FOLDER, 'authority.crt'), 'utf8');
  } catch (error) {
    // A certificate of a public authority: nobody has to trust it first.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
