import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findHelm, findKubernetes } from '../find-kubernetes.mjs';
import { run, say } from './run.mjs';

const resultsDir = 'test-results';

/** Run every time. vitest.config.ts says what is in each suite. */
export const everydaySuites = [
  'unit',
  'architecture',
  'api',
  'cable',
  'own-process',
  'platform',
  'gateway',
  'worker',
  'programs',
];
/** Take minutes: only where all is asked for. */
export const longSuites = ['slow', 'long', 'all-in-one', 'alone', 'kubernetes', 'chaos'];
/** Asked for by itself: `npm run test:containers` needs root and makes images. */
export const suiteApart = 'containers';
/** The journeys of playwright.config.ts that run every time. */
const everydayJourneys = 'journeys';

/**
 * Lint, types, and all tests; the last line sums them up, and what failed or needed its retry is named right above it. One
 * after the other: the media tests measure time, and two suites on two cores disturb each other more than they save.
 * @param {{ isAll: boolean }} options whether what takes minutes runs, too
 * @returns {Promise<number>} 0 if all is well
 */
export async function runTests({ isAll }) {
  rmSync(resultsDir, { recursive: true, force: true });
  mkdirSync(resultsDir);
  say('Lint and types…');
  const bin = (name) => path.join('node_modules', '.bin', name);
  const checks = await Promise.all([
    run(bin('biome'), ['check', '--error-on-warnings', '.']),
    // Each checker would resolve the types that all files share; biome has the other core meanwhile.
    run(bin('tsc'), ['--noEmit', '--checkers', '1']),
  ]);
  say('Unit, API, cable, platform, gateway, worker, architecture and program tests…');
  const missing = missingSuites();
  const isMissing = (name) => missing.some(({ suite }) => suite === name);
  const suites = isAll ? [...everydaySuites, ...longSuites.filter((name) => !isMissing(name))] : everydaySuites;
  const leave = isAll ? await runBesideProduct() : () => undefined;
  const results = [await runVitest(suites)];
  say('Journeys in a real browser…');
  results.push(await runPlaywright(bin('playwright'), isAll ? [] : ['--project', everydayJourneys]));
  leave();
  if (checks.some((code) => code !== 0)) console.log('\nLint or types failed, see above.');
  console.log(`\n${summary(results, isAll ? missing : [])}`);
  return [...checks, ...results.map(({ code }) => code)].every((code) => code === 0) ? 0 : 1;
}

/**
 * Holds the ports of a Sightline without settings, as one does that runs in this clone: tests take ports of their own.
 * @returns {Promise<() => void>} gives them up
 */
async function runBesideProduct() {
  const standIn = fork('tests/support/product/beside/all-in-one.mjs', { env: {} });
  await once(standIn, 'message');
  return () => standIn.disconnect();
}

/**
 * The last lines of a run.
 * @param {{ passed: number, failed: string[], retried: string[] }[]} results the names of what failed or needed its retry
 * @param {{ suite: string, why: string }[]} skipped suites that this machine cannot run
 */
export function summary(results, skipped) {
  const passed = results.reduce((total, result) => total + result.passed, 0);
  const failed = results.flatMap((result) => result.failed);
  const retried = results.flatMap((result) => result.retried);
  return [
    ...skipped.map(({ suite, why }) => `skipped: the suite ${suite}: ${why}`),
    ...retried.map((name) => `needed its retry: ${name}`),
    ...failed.map((name) => `failed: ${name}`),
    `${passed} passed, ${failed.length} failed`,
  ].join('\n');
}

/** The suites that need what this machine does not have. */
function missingSuites() {
  if (findKubernetes() && findHelm()) return [];
  return [
    { suite: 'kubernetes', why: 'there is no Kubernetes here; `npm run kubernetes` builds it (about 5 minutes)' },
  ];
}

/** A run that broke before it could report counts as one failure. */
const broken = { passed: 0, failed: ['a run without a report'], retried: [] };

async function runVitest(suites) {
  const file = path.join(resultsDir, 'vitest.json');
  const projects = suites.flatMap((suite) => ['--project', suite]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...reporters]);
  const result = existsSync(file) ? readVitest(JSON.parse(readFileSync(file, 'utf8')), code) : broken;
  return { code, ...result };
}

/**
 * Reads vitest's JSON report: https://vitest.dev/guide/reporters.html#json-reporter
 * @param {number} code vitest's exit code
 */
export function readVitest({ numPassedTests, testResults }, code = 0) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const isFailed = ({ status }) => status === 'failed';
  const failed = tests.filter(isFailed);
  const retried = tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0);
  // A file that breaks by itself or in a hook has no failed test.
  const brokenFiles = testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed));
  const firstLine = (text = '') => text.split('\n', 1)[0];
  const names = [
    ...failed.map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0])}`),
    ...brokenFiles.map(({ name, message }) => `${name}: ${firstLine(message)}`),
  ];
  // The report leaves out what fails outside tests, such as a process warning.
  if (code !== 0 && names.length === 0) names.push('an error outside any test, see above');
  return {
    passed: numPassedTests,
    failed: names,
    retried: retried.map(({ fullName }) => fullName),
  };
}

async function runPlaywright(program, args) {
  const file = path.join(resultsDir, 'playwright.json');
  const env = Object.assign({}, process.env, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const code = await run(program, ['test', ...args], { env });
  const result = existsSync(file) ? readPlaywright(JSON.parse(readFileSync(file, 'utf8'))) : broken;
  return { code, ...result };
}

/** Reads Playwright's JSON report: https://playwright.dev/docs/test-reporters#json-reporter */
export function readPlaywright({ stats, errors, suites }) {
  const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  const specs = suites.flatMap(specsOf);
  const titlesOf = (wanted) =>
    specs.filter(({ tests }) => tests.some(({ status }) => status === wanted)).map(({ title }) => title);
  return {
    passed: stats.expected + stats.flaky,
    failed: [...titlesOf('unexpected'), ...errors.map(({ message }) => message)],
    retried: titlesOf('flaky'),
  };
}
