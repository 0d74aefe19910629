import { expect, test } from 'vitest';
import { judgeAudit } from '@/scripts/steps/audit.mjs';

const report = (...vulnerabilities: object[]) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities: Object.fromEntries(Object.entries(vulnerabilities)) });
const weakness = (severity: string, fixAvailable: unknown) => ({
  name: 'ws',
  severity,
  range: '<8.17.1',
  fixAvailable,
});

test.each([
  ['high, with a newer version', weakness('high', true), false],
  [
    'critical, with a newer major version',
    weakness('critical', { name: 'ws', version: '9.0.0', isSemVerMajor: true }),
    false,
  ],
  ['of a severity that npm has invented since', weakness('extreme', true), false],
  ['critical, and nothing to be done', weakness('critical', false), true],
  ['moderate', weakness('moderate', true), true],
])('a weakness: %s', (_name, finding, isGood) => {
  const judged = judgeAudit(report(finding));
  expect(judged.isGood).toBe(isGood);
  expect(judged.lines).toEqual([expect.stringContaining('ws <8.17.1 has a weakness')]);
});

test('no weakness', () => {
  expect(judgeAudit(report())).toEqual({ lines: ['No known weakness in what is shipped.'], isGood: true });
});

test.each([
  ['that refuses', '{"message":"405 Method Not Allowed","error":{"summary":"","detail":""}}'],
  ['that is away', ''],
])('a registry %s: said, and no failure', (_name, output) => {
  const { lines, isGood } = judgeAudit(output);
  expect(isGood).toBe(true);
  expect(lines[0]).toMatch(/^The registry was not asked for known weaknesses/);
});
