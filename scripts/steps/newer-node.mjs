import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { must, runInFront, SetupError, say } from './run.mjs';

const minMajor = 24;
/** The version that takes the place of an older one, and the checksums of the npm packages that carry it. */
const version = '24.21.0';
const checksums = {
  'linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64': 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'win-x64': 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
};

/** Whether a Node is new enough for everything here. @param {string} nodeVersion such as `20.19.0` */
export const isNewEnough = (nodeVersion) => Number.parseInt(nodeVersion, 10) >= minMajor;

const { platform, arch, versions } = process;
const system = `${platform === 'win32' ? 'win' : platform}-${arch}`;
const name = `node-${system}`;
const programInPackage = path.join('node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node');

/**
 * Where the newer Node is. Not in node_modules: `npm ci` would delete it while it runs. Not in the user's cache: workers
 * may run as another user, who must be able to start it.
 * @param {string} root the folder of the sources
 */
export const newerNodeIn = (root) => path.join(root, '.node', version, programInPackage);

/**
 * Runs this same command under a Node that is new enough, with all programs that it starts, npm and npx among them.
 * @returns {Promise<number>} its exit code
 */
export async function runUnderNewerNode() {
  const node = await provideNode();
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`;
  return runInFront(node, process.argv.slice(1), { env: Object.assign({}, process.env, { PATH }) });
}

/**
 * A newer Node beside the machine's own, got once.
 * @returns {Promise<string>} the path of its program
 * @throws SetupError where npm does not have it
 */
async function provideNode() {
  const integrity = checksums[system];
  if (!integrity) {
    throw new SetupError(
      `Sightline needs Node ${minMajor} or newer, and this is Node ${versions.node}. npm has none for ${system}: get one from https://nodejs.org.`,
    );
  }
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const program = newerNodeIn(root);
  if (!existsSync(program)) {
    say(`Getting Node ${version}, because this is Node ${versions.node}…`);
    await install(path.join(root, '.node'), integrity);
  }
  return program;
}

/** By a lock, so that npm checks what it gets; no install script has to run. */
async function install(directory, integrity) {
  mkdirSync(directory, { recursive: true });
  // Made aside and moved into place: a run that is broken off leaves nothing half done, and two runs do not disturb each other.
  const workDir = mkdtempSync(path.join(directory, 'new-'));
  try {
    // Workers of another user start it, too.
    chmodSync(workDir, 0o755);
    const dependencies = { [name]: version };
    const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } };
    writeFileSync(path.join(workDir, 'package.json'), JSON.stringify({ private: true, dependencies }));
    writeFileSync(path.join(workDir, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
    const how = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const env = Object.assign({}, process.env, { NODE_ENV: 'development' });
    await must(`Node ${version} could not be installed; npm says why above.`, npm[0], [...npm.slice(1), ...how], {
      cwd: workDir,
      env,
    });
    const { stdout } = spawnSync(path.join(workDir, programInPackage), ['--version'], { encoding: 'utf8' });
    if (stdout?.trim() !== `v${version}`) {
      throw new SetupError(
        `Node ${version} does not run on this system: get a Node ${minMajor} for it from https://nodejs.org.`,
      );
    }
    const place = path.join(directory, version);
    if (!existsSync(place)) renameSync(workDir, place);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}
