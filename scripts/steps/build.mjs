import { compressFiles } from './compress.mjs';
import { must, say } from './run.mjs';
import { whenChanged } from './stamp.mjs';

const sources = ['lib', 'server', 'prisma', 'package-lock.json', 'tsconfig.json', 'scripts'];
const pageSources = ['app', 'components', 'public', 'next.config.mjs', 'postcss.config.mjs', ...sources];

/** Name in dist/ and source of each program. */
const programs = {
  'all-in-one': 'server/all-in-one.ts',
  web: 'server/index.ts',
  gateway: 'server/media/gateway.ts',
  worker: 'server/media/worker/index.ts',
  'srt-reader': 'server/media/worker/srt-reader.ts',
  'new-migration': 'prisma/new-migration.ts',
};

/**
 * Bundles our own TypeScript for Node into dist/NAME.mjs; packages stay outside.
 * @param {Record<string, string> | string[]} entryPoints sources, by name or as they are called
 */
export async function bundle(entryPoints) {
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
  });
}

/** Bundles the programs of dist/ out of the TypeScript sources. */
export const bundlePrograms = () =>
  whenChanged(
    { name: 'programs', inputs: sources, outputs: Object.keys(programs).map((name) => `dist/${name}.mjs`) },
    async () => {
      say('Bundling the server programs…');
      await bundle(programs);
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
