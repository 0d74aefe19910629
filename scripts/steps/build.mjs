import { compressFiles } from './compress.mjs';
import { must, say } from './run.mjs';
import { whenChanged } from './stamp.mjs';

const sources = ['lib', 'server', 'prisma', 'package-lock.json', 'tsconfig.json', 'scripts'];
const pageSources = ['app', 'components', 'public', 'next.config.mjs', 'postcss.config.mjs', ...sources];

/** Name in dist/ and source of each program. */
const programs = {
  'all-in-one': 'server/all-in-one/main.ts',
  migrate: 'server/migrate/main.ts',
  web: 'server/web/main.ts',
  gateway: 'server/gateway/main.ts',
  'new-migration': 'server/migrate/new-migration.ts',
};

/** Of which there is one for each camera: a camera waits for them to load. */
const workerPrograms = {
  worker: 'server/worker/main.ts',
  'srt-reader': 'server/worker/srt/srt-reader.ts',
};

/** With their packages inside they load in half the time; node-av is native. */
const withPackages = {
  packages: 'bundle',
  external: ['node-av'],
  // For packages that are CommonJS and ask for Node's own modules.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
};

/**
 * Bundles our own TypeScript for Node into dist/NAME.mjs; packages stay outside.
 * @param {Record<string, string> | string[]} entryPoints sources, by name or as they are called
 * @param {import('esbuild').BuildOptions} [options] what is done otherwise
 */
export async function bundle(entryPoints, options) {
  const { build } = await import('esbuild');
  await build({
    entryPoints,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    alias: { '@': process.cwd() },
    sourcemap: 'linked',
    logLevel: 'warning',
    ...options,
  });
}

/** Bundles the programs of dist/ out of the TypeScript sources. */
export const bundlePrograms = () =>
  whenChanged(
    {
      name: 'programs',
      inputs: sources,
      outputs: Object.keys({ ...programs, ...workerPrograms }).map((name) => `dist/${name}.mjs`),
    },
    async () => {
      say('Bundling the server programs…');
      await Promise.all([bundle(programs), bundle(workerPrograms, withPackages)]);
    },
  );

/** Builds the pages into .next, and compresses what browsers load. */
export const buildPages = () =>
  whenChanged({ name: 'pages', inputs: pageSources, outputs: ['.next/BUILD_ID'] }, async () => {
    say('Building the pages (next build)…');
    await must(
      'The pages could not be built; Next says why above.',
      process.execPath,
      ['node_modules/next/dist/bin/next', 'build'],
      { env: { ...process.env, NODE_ENV: 'production' } },
    );
    await compressFiles('.next/static');
  });
