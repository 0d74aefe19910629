import { existsSync } from 'node:fs';
import path from 'node:path';
import { cacheDir } from './cache-dir.mjs';

const version = '0.18.1';

/** Python's packages that read edits as editors do. */
export const openTimelineIoPackages = [`opentimelineio==${version}`, 'otio-cmx3600-adapter==1.0.0'];

/** Where the set-up keeps a Python that has them: per user, shared by all clones. */
export const openTimelineIoDir = path.join(cacheDir, `opentimelineio-${version}`);

/** Is there once the packages are. */
export const openTimelineIoStamp = path.join(openTimelineIoDir, 'installed');

/** @returns {string | null} the path of a Python that has OpenTimelineIO, or null where there is none */
export const findOpenTimelineIo = () =>
  existsSync(openTimelineIoStamp) ? path.join(openTimelineIoDir, 'bin', 'python3') : null;
