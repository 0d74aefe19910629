import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };
const refuseWarnings = 'tests/support/warnings/refuse-own-warnings.ts';
const setupFiles = [refuseWarnings, 'tests/support/servers/test-file-env.ts'];
/**
 * A file's name says where it runs. `slow`: waits for killed programs, expired links, late viewers. `long`: damages media,
 * datagrams and requests by the thousand. `alone`: takes what a machine has once. `chaos`: pauses and kills gateways.
 * `own-process`: sets the environment or replaces a module before it loads; the other API and cable tests share a process.
 */
const named = (suite: string) => `**/*.${suite}.test.ts`;
const testsIn = (folder: string, ending = 'ts') => `${folder}/**/*.test.${ending}`;
/** These suites run by themselves, after the everyday ones. */
const apart = ['slow', 'long', 'alone', 'chaos'].map(named);

/** Real servers and encoders on a machine that is shared with others: a test that fails once and then passes is reported. */
const retry = 1;

const media = {
  setupFiles,
  retry,
  testTimeout: 60_000,
  hookTimeout: 30_000,
  // Those of a file that wait for streams may run side by side.
  maxConcurrency: 2,
  // After the suites that fill both cores: they measure time.
  sequence: { groupOrder: 1 },
};

/** The benches take longest of the long tests. They disturb what measures time, and these others measure none. */
const lastOnes = /\/(benches|recipes|version-before|release)\.long\.test\.ts$/;

/** Runs the benches after what measures time, and beside them what does not. */
class BenchesAtTheEnd extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const [, name] = lastOnes.exec(moduleId) ?? [];
      return name === undefined ? 0 : name === 'benches' ? 1 : 2;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: BenchesAtTheEnd },
    globalSetup: ['tests/support/servers/servers.ts'],
    // Most tests wait for something most of the time: several at once do each other no harm, even on two cores.
    maxWorkers: 4,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: [testsIn('{lib,server,components}', '{ts,tsx}')],
          setupFiles: [refuseWarnings],
          // Pure, so they may share the modules; loading those anew for each file would take four times as long.
          isolate: false,
          // The machine may be busy with other suites.
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'api',
          retry,
          include: [testsIn('tests/api')],
          exclude: [named('own-process')],
          setupFiles,
          testTimeout: 20_000,
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'cable',
          retry,
          include: [testsIn('tests/web')],
          exclude: [named('own-process')],
          isolate: false,
          setupFiles,
          // The official client asks again every half second, and pings come every three.
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'own-process',
          retry,
          include: [`tests/${named('own-process')}`],
          setupFiles,
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'platform',
          retry,
          include: [testsIn('tests/platform')],
          exclude: apart,
          setupFiles,
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'architecture',
          include: [testsIn('tests/architecture')],
          exclude: apart,
          setupFiles: [refuseWarnings],
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias },
        test: {
          ...media,
          name: 'gateway',
          include: [testsIn('tests/gateway'), testsIn('tests/support')],
          exclude: apart,
        },
      },
      {
        resolve: { alias },
        test: {
          ...media,
          name: 'worker',
          include: [testsIn('tests/worker')],
          exclude: apart,
        },
      },
      {
        resolve: { alias },
        test: { ...media, name: 'slow', include: [`tests/${named('slow')}`] },
      },
      {
        resolve: { alias },
        test: {
          name: 'programs',
          retry,
          setupFiles: [refuseWarnings],
          include: [testsIn('tests/programs')],
          exclude: apart,
          // As the media tests: its programs must be up in time.
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'all-in-one',
          retry,
          setupFiles: [refuseWarnings],
          include: [testsIn('tests/all-in-one')],
          // Each file starts the whole product, on ports of its own. One starts while others wait.
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          ...media,
          name: 'alone',
          include: [`tests/${named('alone')}`],
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
      {
        resolve: { alias },
        test: {
          ...media,
          name: 'kubernetes',
          include: [testsIn('tests/kubernetes')],
          // Each file starts a control plane, and one starts while the other waits.
          testTimeout: 120_000,
          hookTimeout: 240_000,
          maxWorkers: 2,
          sequence: { groupOrder: 6 },
        },
      },
      {
        resolve: { alias },
        test: {
          ...media,
          name: 'long',
          include: [`tests/${named('long')}`],
          // One works while the other waits.
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
        },
      },
      {
        resolve: { alias },
        test: {
          ...media,
          name: 'chaos',
          include: [`tests/${named('chaos')}`],
          // They wait for leases and permits to run out, and need the processor in time.
          maxWorkers: 4,
          sequence: { groupOrder: 7 },
        },
      },
      // `npm run test:containers` makes what it needs, and runs it.
      {
        resolve: { alias },
        test: {
          name: 'containers',
          setupFiles: [refuseWarnings],
          include: [testsIn('tests/containers')],
          fileParallelism: false,
          sequence: { groupOrder: 6 },
          testTimeout: 60_000,
        },
      },
    ],
  },
  resolve: { alias },
});
