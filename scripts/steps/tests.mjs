import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { run, say } from './run.mjs';

const resultsDir = 'test-results';
const vitestReport = path.join(resultsDir, 'vitest.json');
const playwrightReport = path.join(resultsDir, 'playwright.json');

/**
 * Lint, types, and all tests; the last line sums them up. One after the other: the media tests measure time, and two
 * suites on two cores disturb each other more than they save.
 * @returns {Promise<number>} 0 if all is well
 */
export async function runTests() {
  rmSync(resultsDir, { recursive: true, force: true });
  mkdirSync(resultsDir);
  say('Lint and types…');
  const bin = (name) => path.join('node_modules', '.bin', name);
  const checks = await Promise.all([
    run(bin('biome'), ['check', '--error-on-warnings', '.']),
    run(bin('tsc'), ['--noEmit']),
  ]);
  say('Unit, API, media, architecture and set-up tests…');
  const vitest = await run(bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ]);
  say('Journeys in a real browser…');
  const playwright = await run(bin('playwright'), ['test'], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  });

  const [unit, journeys] = [readVitest(), readPlaywright()];
  if (checks.some((code) => code !== 0)) console.log('\nLint or types failed, see above.');
  const flaky = [...unit.flaky, ...journeys.flaky];
  if (flaky.length > 0) console.log(`\nFailed once, then passed:\n${flaky.map((name) => `  ${name}`).join('\n')}`);
  console.log(`\n${unit.passed + journeys.passed} passed, ${unit.failed + journeys.failed} failed`);
  return [...checks, vitest, playwright].every((code) => code === 0) ? 0 : 1;
}

/** A suite that broke before it could report counts as one failure. */
const broken = { passed: 0, failed: 1, flaky: [] };

function readVitest() {
  if (!existsSync(vitestReport)) return broken;
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(vitestReport, 'utf8'));
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const flaky = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName }) => fullName);
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length, flaky };
}

function readPlaywright() {
  if (!existsSync(playwrightReport)) return broken;
  const { stats, errors, suites } = JSON.parse(readFileSync(playwrightReport, 'utf8'));
  const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  const flaky = suites
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title }) => title);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, flaky };
}
