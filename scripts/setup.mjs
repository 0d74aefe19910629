import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { audit } from './steps/audit.mjs';
import { runBench } from './steps/bench.mjs';
import { buildPages, bundlePrograms } from './steps/build.mjs';
import { testContainers } from './steps/containers.mjs';
import { provideKubernetes } from './steps/kubernetes.mjs';
import { launch } from './steps/launch.mjs';
import { provideLivekit } from './steps/livekit.mjs';
import { makeNewVersion } from './steps/new-version.mjs';
import { isNewEnough, runUnderNewerNode } from './steps/newer-node.mjs';
import { provideOpenTimelineIo } from './steps/opentimelineio.mjs';
import { installPackages } from './steps/packages.mjs';
import { generatePrismaClient } from './steps/prisma-client.mjs';
import { makeRelease } from './steps/release.mjs';
import { run, SetupError } from './steps/run.mjs';
import { runsFromHere } from './steps/running.mjs';
import { forget } from './steps/stamp.mjs';
import { provideTestTools } from './steps/test-tools.mjs';
import { runTests } from './steps/tests.mjs';
import { provideVersitygw } from './steps/versitygw.mjs';
import { watchPrograms } from './steps/watch.mjs';

/*
 * Behind `npm start`, `npm test` and the others: gets and builds whatever is missing or out of date, then does what was
 * asked. Uses Node alone, because on a fresh clone there is nothing else yet. Where that is older than what everything
 * else needs, from Node 18 on, this gets a newer one and runs under it.
 */

/** The commands behind `npm run …`; each returns the exit code. */
const commands = {
  /** With `--build-only` it ends where everything is ready to start. With `--https` phones can film in a local network. */
  async start(args) {
    if (args.includes('--https')) process.env.HTTPS_PORT ??= '3443';
    await build();
    await provideLivekitUnlessGiven();
    if (args.includes('--build-only')) return 0;
    return launch({ NODE_ENV: 'production' });
  },
  async dev() {
    await prepare();
    await provideLivekitUnlessGiven();
    // The contents of dist/ afterwards match no known state of the sources.
    forget('programs');
    let allInOne = null;
    const stopWatching = await watchPrograms((program) => {
      if (allInOne?.connected) allInOne.send({ restart: program });
    });
    try {
      return await launch({ NODE_ENV: 'development' }, (child) => {
        allInOne = child;
      });
    } finally {
      await stopWatching();
    }
  },
  async build() {
    await build();
    return 0;
  },
  async test(args) {
    const isAll = args.includes('--all');
    await buildForTests();
    if (isAll) await Promise.all([provideVersitygw(), provideOpenTimelineIo()]);
    return runTests({ isAll });
  },
  async bench(args) {
    await buildForTests();
    return runBench(args);
  },
  async containers() {
    await prepare();
    await provideTestTools();
    return testContainers();
  },
  async screens() {
    await buildForTests();
    return run(path.join('node_modules', '.bin', 'playwright'), ['test', '--config', 'tests/screens']);
  },
  async kubernetes() {
    await provideKubernetes();
    return 0;
  },
  audit: async () => audit(),
  seed: () => run(process.execPath, ['scripts/seed.mjs']),
  doctor: () => runTool('doctor', []),
  backup: (args) => runTool('backup', args),
  restore: (args) => runTool('restore', args),
  resume: () => runTool('resume', []),
  'reset-password': (args) => runTool('reset-password', args),
  'rotate-secrets': (args) => runTool('rotate-secrets', args),
  'new-version': async ([part]) => {
    makeNewVersion(part);
    return 0;
  },
  release: async ([folder]) => {
    await makeRelease(folder);
    return 0;
  },
  async migration(args) {
    await prepare();
    await bundlePrograms();
    return run(process.execPath, ['dist/new-migration.mjs', ...args]);
  },
};

/** The commands that make settings of their own: those of a Sightline that runs in this clone are not theirs. */
const ownSettings = ['test', 'bench', 'containers', 'screens'];

/** Runs a tool on what `npm start` brings along, or on what .env names. Beside a Sightline that runs it builds nothing. */
async function runTool(name, args) {
  if (runsFromHere() === null) {
    await prepare();
    await bundlePrograms();
  }
  return run(process.execPath, ['dist/run-tool.mjs', name, ...args]);
}

async function prepare() {
  await installPackages();
  await generatePrismaClient();
}

async function build() {
  await prepare();
  await bundlePrograms();
  await buildPages();
}

async function buildForTests() {
  const livekit = provideLivekit();
  livekit.catch(() => undefined); // heard below, also where something else fails before
  // Finding a browser asks a package.
  await installPackages();
  // Run together: downloads mostly wait for the network, and builds for the processor.
  const steps = await Promise.allSettled([livekit, provideTestTools(), build()]);
  for (const step of steps) if (step.status === 'rejected') throw step.reason;
  process.env.LIVEKIT_SERVER_BIN = steps[0].value;
}

async function provideLivekitUnlessGiven() {
  if (!process.env.LIVEKIT_URL) process.env.LIVEKIT_SERVER_BIN = await provideLivekit();
}

/** @returns {Promise<number>} the exit code */
function runCommand() {
  process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  Object.assign(process.env, { NEXT_TELEMETRY_DISABLED: '1', CHECKPOINT_DISABLE: '1' });
  const [name, ...args] = process.argv.slice(2);
  const command = commands[name];
  if (!command) throw new SetupError(`Use one of: ${Object.keys(commands).join(', ')}.`);
  if (existsSync('.env') && !ownSettings.includes(name)) process.loadEnvFile('.env');
  return command(args);
}

try {
  process.exitCode = await (isNewEnough(process.versions.node) ? runCommand() : runUnderNewerNode());
} catch (error) {
  if (error.code === 'ENOSPC') console.error('There is no space left on the disk.');
  else if (error instanceof SetupError) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
