import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { must, say } from './run.mjs';

/** The Node 24 that tests run under too, from the npm package that carries it for this system. */
const version = '24.21.0';
const directory = path.resolve('node_modules', '.sightline', `node-${version}`);

/**
 * A Node 24 beside the machine's own, got once. The package `node` would choose the system's package by an install
 * script; .npmrc forbids those, so it is chosen here.
 * @returns {Promise<string>} the path of its program
 */
export async function provideNode24() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const program = path.join(directory, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  say(`Getting Node ${version} for the tests…`);
  mkdirSync(directory, { recursive: true });
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  await must(`There is no Node ${version} for this system; npm says why above.`, npm[0], [
    ...npm.slice(1),
    'install',
    '--ignore-scripts',
    '--no-save',
    '--no-package-lock',
    '--loglevel=error',
    '--prefix',
    directory,
    `${name}@${version}`,
  ]);
  return program;
}
