import { existsSync } from 'node:fs';
import path from 'node:path';
import { cacheDir } from './cache-dir.mjs';

export const versitygwVersion = '1.8.0';

/** Where the set-up keeps the S3 server that tests use: per user, shared by all clones. */
export const versitygwCacheDir = path.join(cacheDir, `versitygw-${versitygwVersion}`);

export const cachedVersitygwPath = path.join(versitygwCacheDir, 'versitygw');

/** @returns {string | null} the path of the S3 server that tests use, or null where it is not built yet */
export const findVersitygw = () => (existsSync(cachedVersitygwPath) ? cachedVersitygwPath : null);
