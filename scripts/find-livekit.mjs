import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { cacheDir } from './cache-dir.mjs';

export const livekitVersion = '1.13.5';

const binaryName = process.platform === 'win32' ? 'livekit-server.exe' : 'livekit-server';

/** Where the set-up keeps the livekit-server that it made or downloaded: per user, shared by all clones. */
export const livekitCacheDir = path.join(cacheDir, `livekit-server-${livekitVersion}`);

export const cachedLivekitPath = path.join(livekitCacheDir, binaryName);

/**
 * The livekit-server program on this machine: LIVEKIT_SERVER_BIN, else on the PATH, else in the cache.
 * @returns {string | null} its path, or null where there is none yet
 */
export function findLivekit() {
  if (process.env.LIVEKIT_SERVER_BIN) return process.env.LIVEKIT_SERVER_BIN;
  const onPath = (process.env.PATH ?? '').split(path.delimiter).map((directory) => path.join(directory, binaryName));
  return [...onPath, cachedLivekitPath].find(isExecutable) ?? null;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
