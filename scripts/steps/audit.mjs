import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { say } from './run.mjs';

const requestTimeoutMs = 20_000;

/**
 * Asks the package registry for known vulnerabilities of shipped packages (`npm audit`), and for deprecated packages in
 * package.json. Reports a registry that does not answer, and passes, because an outage is no finding.
 * @returns {number} 1 where a newer version fixes a high or critical vulnerability, or package.json names a deprecated
 * package, else 0
 */
export function audit() {
  const judgements = [judgeAudit(askNpm(['audit', '--omit=dev', '--json'])), judgeDeprecations(askForDeprecations())];
  for (const line of judgements.flatMap(({ lines }) => lines)) say(line);
  return judgements.every(({ isGood }) => isGood) ? 0 : 1;
}

/** @returns {string} what npm writes */
function askNpm(args, cwd = process.cwd()) {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const patience = ['--fetch-retries=0', `--fetch-timeout=${requestTimeoutMs}`];
  return spawnSync(npm[0], [...npm.slice(1), ...args, ...patience], { cwd, encoding: 'utf8' }).stdout;
}

/**
 * Has npm complete a copy of the lock that lacks the packages of package.json: their new entries say what the registry
 * says of them now. `npm view` would take a process for each.
 * @returns {{ output: string, lock: object, names: string[] }} npm's output, the resulting lock, and the packages
 */
function askForDeprecations() {
  const directory = mkdtempSync(path.join(tmpdir(), 'sightline-audit-'));
  const lockFile = path.join(directory, 'package-lock.json');
  try {
    for (const file of ['package.json', '.npmrc']) copyFileSync(file, path.join(directory, file));
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const { dependencies, devDependencies } = lock.packages[''];
    const names = Object.keys(Object.assign({}, dependencies, devDependencies));
    for (const name of names) delete lock.packages[entryOf(name)];
    writeFileSync(lockFile, JSON.stringify(lock));
    const how = ['install', '--package-lock-only', '--prefer-online', '--json', '--loglevel=error'];
    const output = askNpm(how, directory);
    return { output, lock: JSON.parse(readFileSync(lockFile, 'utf8')), names };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const entryOf = (name) => `node_modules/${name}`;

/**
 * Lists the packages that the registry calls deprecated.
 * @param {{ output: string, lock: object, names: string[] }} answer npm's JSON output, the lock that it completed, and
 * the packages to look for
 * @returns {{ lines: string[], isGood: boolean }} one sentence for each finding
 */
export function judgeDeprecations({ output, lock, names }) {
  const report = parse(output);
  const missing = names.find((name) => !lock.packages[entryOf(name)]);
  if (!report || report.error || missing) {
    const why = report?.error?.summary ?? (missing ? `npm has not completed ${missing}.` : '');
    return {
      lines: [`The registry was not asked for deprecated packages: npm got no answer. ${why}`.trim()],
      isGood: true,
    };
  }
  const lines = names
    .map((name) => Object.assign({ name }, lock.packages[entryOf(name)]))
    .filter(({ deprecated }) => deprecated)
    .map(({ name, version, deprecated }) => `${name} ${version} is deprecated: ${deprecated}`);
  return lines.length === 0
    ? { lines: ['No package of package.json is deprecated.'], isGood: true }
    : { lines, isGood: false };
}

/**
 * Reads the findings of `npm audit --json`.
 * @param {string} output of npm 7 or newer
 * @returns {{ lines: string[], isGood: boolean }} one sentence for each finding, worst first
 */
export function judgeAudit(output) {
  const report = parse(output);
  if (!report?.vulnerabilities) {
    const why = report?.message ?? report?.error?.summary ?? '';
    return {
      lines: [`The registry was not asked for known weaknesses: it does not answer such questions here. ${why}`.trim()],
      isGood: true,
    };
  }
  const findings = Object.values(report.vulnerabilities).sort((a, b) => rank(b) - rank(a));
  if (findings.length === 0) return { lines: ['No known weakness in what is shipped.'], isGood: true };
  const lines = findings.map(
    ({ name, severity, range, fixAvailable }) =>
      `${name} ${range} has a weakness (${severity}); ${fixAvailable ? 'a newer version mends it' : 'no version mends it yet'}.`,
  );
  return { lines, isGood: !findings.some((finding) => finding.fixAvailable && rank(finding) >= severities.high) };
}

const severities = { info: 0, low: 1, moderate: 2, high: 3, critical: 4 };
const rank = ({ severity }) => severities[severity] ?? severities.critical;

function parse(output) {
  try {
    return JSON.parse(output);
  } catch {
    return null; // npm could not even say why
  }
}
