import { homedir } from 'node:os';
import path from 'node:path';

/** Where the set-up keeps what it makes or downloads: per user, shared by all clones. */
export const cacheDir = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'sightline');
