import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { everydaySuites, longSuites, readVitest, suiteApart, summary } from '@/scripts/steps/tests.mjs';
import vitestConfig from '../../vitest.config';

test('what was skipped, and why, and what failed or needed its retry is named right above the last line', () => {
  const results = [
    { passed: 5, failed: [], retried: ['a stream starts'] },
    { passed: 2, failed: ['a stream ends'], retried: ['a journey'] },
  ];
  const skipped = [{ suite: 'kubernetes', why: 'there is none' }];
  expect(summary(results, skipped).split('\n')).toEqual([
    'skipped: the suite kubernetes: there is none',
    'needed its retry: a stream starts',
    'needed its retry: a journey',
    'failed: a stream ends',
    '7 passed, 1 failed',
  ]);
});

test('a test that passes at its second attempt counts as passed, and is named', () => {
  mkdirSync('test-results', { recursive: true });
  const directory = mkdtempSync(path.resolve('test-results', 'retry-'));
  try {
    const report = path.join(directory, 'report.json');
    writeFileSync(
      path.join(directory, 'flaky.test.mjs'),
      `import { expect, test } from 'vitest';
       let attempt = 0;
       test('first no, then yes', { retry: 1 }, () => expect(++attempt).toBe(2));
       test('always yes', () => expect(1).toBe(1));
       test('never', () => expect(1).toBe(2));`,
    );
    writeFileSync(
      path.join(directory, 'broken.test.mjs'),
      `import { beforeAll, test } from 'vitest';
       beforeAll(() => { throw new Error('no server'); });
       test('not run', () => {});`,
    );
    // Or it would find the project's.
    writeFileSync(path.join(directory, 'vitest.config.mjs'), 'export default {};');
    const options = ['--root', directory, '--reporter=json', `--outputFile.json=${report}`];
    spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options]);
    expect(readVitest(JSON.parse(readFileSync(report, 'utf8')))).toEqual({
      passed: 2,
      failed: [
        'never: AssertionError: expected 1 to be 2 // Object.is equality',
        `${path.join(directory, 'broken.test.mjs')}: no server`,
      ],
      retried: ['first no, then yes'],
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}, 30_000);

test('a process warning fails the run, and its last lines say so', () => {
  mkdirSync('test-results', { recursive: true });
  const directory = mkdtempSync(path.resolve('test-results', 'warning-'));
  try {
    const report = path.join(directory, 'report.json');
    writeFileSync(
      path.join(directory, 'leak.test.mjs'),
      `import { test } from 'vitest';
       test('leaks listeners', () => { for (let count = 0; count < 11; count++) process.on('exit', () => {}); });`,
    );
    const setUp = path.resolve('tests/support/warnings/refuse-own-warnings.ts');
    const config = { test: { setupFiles: [setUp] } };
    writeFileSync(path.join(directory, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
    const options = ['--root', directory, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const run = ['node_modules/vitest/vitest.mjs', 'run', ...options];
    const { status, stderr } = spawnSync(process.execPath, run, { encoding: 'utf8' });
    expect(stderr).toContain('MaxListenersExceededWarning');
    expect(readVitest(JSON.parse(readFileSync(report, 'utf8')), status ?? 1)).toEqual({
      passed: 1,
      failed: ['an error outside any test, see above'],
      retried: [],
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}, 30_000);

test('only suites with real servers may retry, and once', () => {
  const retries = (vitestConfig.test?.projects ?? []).map((project) => {
    if (typeof project !== 'object' || !('test' in project)) throw new Error('not a suite');
    return [project.test?.name, project.test?.retry ?? 0];
  });
  expect(Object.fromEntries(retries)).toEqual({
    unit: 0,
    api: 1,
    cable: 1,
    'own-process': 1,
    platform: 1,
    architecture: 0,
    gateway: 1,
    worker: 1,
    programs: 1,
    'all-in-one': 1,
    alone: 1,
    kubernetes: 1,
    slow: 1,
    long: 1,
    chaos: 1,
    containers: 0,
  });
  expect(readFileSync('playwright.config.ts', 'utf8')).toMatch(/^ {2}retries: 1,$/m);
});

test('every suite is run every time, where all is asked for, or by itself', () => {
  const names = vitestConfig.test?.projects?.map((project) => {
    if (typeof project !== 'object' || !('test' in project))
      throw new Error('A suite is not in vitest.config.ts itself.');
    return project.test?.name;
  });
  expect(names?.toSorted()).toEqual([...everydaySuites, ...longSuites, suiteApart].toSorted());
});

test('every test file is in one suite, and in no other', () => {
  const suites = (vitestConfig.test?.projects ?? []).map((project) => {
    if (typeof project !== 'object' || !('test' in project)) throw new Error('not a suite');
    return project.test;
  });
  const matches = (file: string, globs: string[] = []) => globs.some((glob) => path.matchesGlob(file, glob));
  const files = globSync('{lib,server,components,tests}/**/*.test.{ts,tsx}');
  expect(files.length).toBeGreaterThan(100);
  const wrong = files.flatMap((file) => {
    const own = suites.filter((suite) => matches(file, suite?.include) && !matches(file, suite?.exclude));
    return own.length === 1 ? [] : [`${file}: ${own.map((suite) => suite?.name).join(', ') || 'none'}`];
  });
  expect(wrong).toEqual([]);
});
