import { spawnSync } from 'node:child_process';
import { say } from './run.mjs';

const requestTimeoutMs = 20_000;

/**
 * Asks the package registry for known weaknesses of the packages that are shipped (`npm audit`). A registry that does not
 * answer is reported and passes: what cannot be asked is no finding.
 * @returns {number} 1 where there is a weakness of high or critical severity that a newer version mends, else 0
 */
export function audit() {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const options = ['audit', '--omit=dev', '--json', '--fetch-retries=0', `--fetch-timeout=${requestTimeoutMs}`];
  const { stdout } = spawnSync(npm[0], [...npm.slice(1), ...options], { encoding: 'utf8' });
  const { lines, isGood } = judgeAudit(stdout);
  for (const line of lines) say(line);
  return isGood ? 0 : 1;
}

/**
 * What `npm audit --json` has found.
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
