import { readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { programs } from '../programs.mjs';
import { workerNodeOptions } from '../worker-node-options.mjs';
import { compressFiles } from './compress.mjs';
import { must, say } from './run.mjs';
import { whenChanged } from './stamp.mjs';

const sources = ['lib', 'server', 'integrations', 'prisma', 'package-lock.json', 'tsconfig.json', 'scripts'];
const pageSources = ['app', 'components', 'public', 'next.config.mjs', 'postcss.config.mjs', ...sources];

/**
 * With their packages inside they load in half the time; pg asks for pg-native in vain. Without comments and white space
 * the text is smaller, and ASCII, of which V8 keeps one byte a character instead of two.
 */
const withPackages = {
  packages: 'bundle',
  // The client of Kubernetes is large, and loaded where Pods are run alone.
  external: ['pg-native', '@kubernetes/client-node'],
  minifySyntax: true,
  minifyWhitespace: true,
  // For packages that are CommonJS and ask for Node's own modules.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
  // Node reads the whole map at the start.
  sourcesContent: false,
};

/** The worker itself is a script, not a module; server/worker/cached-main.ts says why. */
const asScript = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

const programOptions = {
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  packages: 'external',
  alias: {
    '@': process.cwd(),
    '@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs': `${process.cwd()}/lib/platform/db/query-compiler.ts`,
  },
  sourcemap: 'linked',
  logLevel: 'warning',
};

/** The entry files of the programs that are bundled in this way, by name. */
const entriesOf = (kind) =>
  Object.fromEntries(
    Object.entries(programs)
      .filter(([, { bundle }]) => bundle === kind)
      .map(([name, { entry }]) => [name, entry]),
  );

/** The loader of each script, by the script's name. */
const loaders = Object.fromEntries(
  Object.entries(programs).flatMap(([name, { loader }]) => (loader ? [[name, loader]] : [])),
);

/** esbuild's options for all programs, in as few builds as they need. */
export const programBuilds = [
  Object.assign({}, programOptions, { entryPoints: Object.assign(entriesOf('plain'), loaders) }),
  Object.assign({}, programOptions, withPackages, { entryPoints: entriesOf('packed') }),
  Object.assign({}, programOptions, withPackages, asScript, { entryPoints: entriesOf('script') }),
];

/** Runs in Companion, on its Node, where none of our packages are. */
const companionModule = Object.assign({}, programOptions, {
  entryPoints: { main: 'integrations/companion/main.ts' },
  outdir: 'dist/companion-module',
  outExtension: { '.js': '.js' },
  target: 'node22',
  packages: 'bundle',
  // Answers are checked in development alone, by all of the API's schemas.
  define: { 'process.env.NODE_ENV': '"production"' },
  minifySyntax: true,
  sourcemap: false,
});

const outputs = programBuilds.flatMap(({ entryPoints, outExtension }) =>
  Object.keys(entryPoints).map((name) => `dist/${name}${outExtension['.js']}`),
);

/**
 * Bundles other TypeScript for Node into dist/NAME.mjs; packages stay outside.
 * @param {string[]} entryPoints sources
 */
export async function bundle(entryPoints) {
  const { build } = await import('esbuild');
  await build(Object.assign({}, programOptions, { entryPoints }));
}

/** Bundles the programs of dist/ out of the TypeScript sources. */
export async function bundlePrograms() {
  await whenChanged(
    {
      name: 'programs',
      inputs: sources,
      outputs: [...outputs, 'dist/worker.cjs.cache', 'dist/tally-agent.tgz', 'dist/companion-module.tgz'],
      // V8's code cache is good for one version.
      version: process.version,
    },
    async () => {
      say('Bundling the server programs…');
      const { build, stop } = await import('esbuild');
      await Promise.all([...programBuilds, companionModule].map((options) => build(options)));
      // Its process would stay for as long as this one: with `npm start` as long as the product.
      await stop();
      await must('The worker could not be loaded; it says why above.', process.execPath, [
        ...workerNodeOptions,
        'dist/worker.mjs',
        '--write-code-cache',
      ]);
      await packTallyAgent();
      await packCompanionModule();
    },
  );
  linkNode();
}

/** The Node that the programs were built under, for service managers: one on their own PATH may be older. */
function linkNode() {
  const link = 'dist/node';
  if (process.platform === 'win32' || readlinkIfThere(link) === process.execPath) return;
  rmSync(link, { force: true });
  symlinkSync(process.execPath, link);
}

function readlinkIfThere(link) {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

/** Packs the tally agent, so that npx runs it from this server: app/tally-agent.tgz/route.ts. */
async function packTallyAgent() {
  await mkdir('dist/tally-agent', { recursive: true });
  await copyFile('dist/tally-agent.mjs', 'dist/tally-agent/tally-agent.mjs');
  await pack('tally-agent', { bin: 'tally-agent.mjs' });
}

/** Packs the module of Bitfocus Companion with its manifest, to be imported there: app/companion-module.tgz/route.ts. */
async function packCompanionModule() {
  const directory = 'dist/companion-module/companion';
  const manifest = await readJson('integrations/companion/manifest.json');
  manifest.version = (await readJson('package.json')).version;
  manifest.runtime.apiVersion = (await readJson('node_modules/@companion-module/base/package.json')).version;
  await mkdir(directory, { recursive: true });
  await writeFile(`${directory}/manifest.json`, JSON.stringify(manifest));
  await copyFile('integrations/companion/HELP.md', `${directory}/HELP.md`);
  await pack('companion-module', { main: 'main.js' });
}

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));

/**
 * Packs a folder of dist/ as npm does, into dist/FOLDER.tgz.
 * @param {string} folder its name
 * @param {object} entry where its package.json says that it begins
 */
async function pack(folder, entry) {
  const name = `sightline-${folder}`;
  const { version, license } = await readJson('package.json');
  const description = Object.assign({ name, version, type: 'module', license }, entry);
  await writeFile(`dist/${folder}/package.json`, JSON.stringify(description));
  const how = ['pack', `./dist/${folder}`, '--pack-destination', 'dist', '--silent', '--ignore-scripts'];
  await must(`dist/${folder} could not be packed; npm says why above.`, 'npm', how);
  await rename(`dist/${name}-${version}.tgz`, `dist/${folder}.tgz`);
}

/** Builds the pages into .next, and compresses what browsers load. */
export const buildPages = () =>
  whenChanged({ name: 'pages', inputs: pageSources, outputs: ['.next/BUILD_ID'] }, async () => {
    say('Building the pages (next build)…');
    await must(
      'The pages could not be built; Next says why above.',
      process.execPath,
      ['node_modules/next/dist/bin/next', 'build'],
      { env: Object.assign({}, process.env, { NODE_ENV: 'production' }) },
    );
    await compressFiles('.next/static');
  });
