import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { programs } from '../programs.mjs';
import { programBuilds } from './build.mjs';
import { say } from './run.mjs';

/**
 * Bundles the programs, and again whenever their sources change.
 * @param {(program: 'web' | 'gateway' | 'exporter') => void} onChanged called with each program that has to start again
 * @param {import('esbuild').BuildOptions[]} [builds] what to bundle
 * @returns {Promise<() => Promise<void>>} ends it
 */
export async function watchPrograms(onChanged, builds = programBuilds) {
  const { context } = await import('esbuild');
  const watches = await Promise.all(
    builds.map((options) =>
      context(Object.assign({}, options, { metafile: true, plugins: [reportChanges(onChanged)] })),
    ),
  );
  // The first build of each, so that there is something to start.
  await Promise.all(watches.map((watch) => watch.rebuild()));
  await Promise.all(watches.map((watch) => watch.watch()));
  return async () => void (await Promise.all(watches.map((watch) => watch.dispose())));
}

/** A plugin of esbuild that compares each bundle with the one before. */
const reportChanges = (onChanged) => ({
  name: 'report-changes',
  setup(build) {
    const hashes = new Map();
    build.onEnd(({ errors, metafile }) => {
      if (errors.length > 0 || !metafile) return; // esbuild has printed why; what runs goes on
      const changed = Object.keys(metafile.outputs)
        .filter((file) => file.endsWith('.mjs'))
        .filter((file) => {
          const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
          const before = hashes.get(file);
          hashes.set(file, hash);
          return before !== undefined && before !== hash;
        })
        .map((file) => path.basename(file, '.mjs'));
      for (const program of new Set(changed.flatMap((name) => programs[name]?.restarts ?? []))) {
        say(`${program} has changed and starts again…`);
        onChanged(program);
      }
      if (changed.includes('all-in-one')) say('all-in-one has changed: end `npm run dev` and start it again.');
    });
  },
});
