import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { judgeAudit, judgeDeprecations } from '@/scripts/steps/audit.mjs';

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

const lockOf = (...entries: object[]) => ({
  packages: Object.fromEntries(entries.map((entry, index) => [`node_modules/package-${index}`, entry])),
});

test('a package that the registry calls deprecated fails, with what it says of it', () => {
  const lock = lockOf({ version: '1.0.0' }, { version: '3.0.0', deprecated: 'Take 2.9.' });
  const judged = judgeDeprecations({ output: '{}', lock, names: ['package-0', 'package-1'] });
  expect(judged).toEqual({ lines: ['package-1 3.0.0 is deprecated: Take 2.9.'], isGood: false });
});

test('deprecated packages that others need are their affair', () => {
  const lock = lockOf({ version: '1.0.0' }, { version: '3.0.0', deprecated: 'Take 2.9.' });
  const judged = judgeDeprecations({ output: '{}', lock, names: ['package-0'] });
  expect(judged).toEqual({ lines: ['No package of package.json is deprecated.'], isGood: true });
});

test.each([
  ['that is away', '{"error":{"code":"ECONNREFUSED","summary":"connect ECONNREFUSED"}}', 'connect ECONNREFUSED'],
  ['that leaves out a package', '{}', 'npm has not completed package-0.'],
  ['that npm says nothing of', '', 'npm has not completed package-0.'],
])('a registry %s is not taken for one that has answered', (_name, output, why) => {
  const { lines, isGood } = judgeDeprecations({ output, lock: lockOf(), names: ['package-0'] });
  expect(isGood).toBe(true);
  expect(lines).toEqual([`The registry was not asked for deprecated packages: npm got no answer. ${why}`]);
});

/** The registry's document of a package, as if the version in use were its only one. */
function readLockedPackument(name: string, deprecated?: string): object {
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[`node_modules/${name}`];
  const version = Object.assign({ name, dist: {}, deprecated }, locked);
  return { name, 'dist-tags': { latest: locked?.version }, versions: { [locked?.version]: version } };
}

interface Registry {
  /** Below which version of ws it knows a severe weakness; it has a version 8.99.0. */
  weakBelow: string;
  /** A package that it calls deprecated. */
  deprecated?: string;
}

/** Runs `npm run audit` on a registry of the test's own. */
async function auditWith({ weakBelow, deprecated }: Registry) {
  const weakness = { id: 1, url: 'https://example.org/1', title: 'Provoked', severity: 'high', cwe: [] };
  const weaknesses = { ws: [Object.assign(weakness, { vulnerable_versions: `<${weakBelow}` })] };
  const versions = Object.fromEntries(
    ['8.23.0', '8.99.0'].map((version) => [version, { name: 'ws', version, dist: {} }]),
  );
  const registry = createServer((request, response) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? '');
    const packument =
      name === 'ws'
        ? { name, 'dist-tags': { latest: '8.99.0' }, versions }
        : readLockedPackument(name, name === deprecated ? 'Provoked.' : undefined);
    const answer = request.method === 'POST' ? weaknesses : packument;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const address = registry.address();
  const port = typeof address === 'object' ? address?.port : null;
  const env = Object.assign({}, process.env, { npm_config_registry: `http://127.0.0.1:${port}` });
  const child = spawn(process.execPath, ['scripts/setup.mjs', 'audit'], { env });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const [exitCode] = await once(child, 'close');
  registry.close();
  registry.closeAllConnections();
  return { exitCode, output };
}

test.each([
  ['fails where a newer version mends it', '8.99.0', 1, 'a newer version mends it'],
  ['passes and says so where none does', '9.0.0', 0, 'no version mends it yet'],
])(
  'npm itself, by a severe weakness: %s',
  async (_name, weakBelow, exitCode, sentence) => {
    const result = await auditWith({ weakBelow });
    expect(result.output).toContain(sentence);
    expect(result.output).toContain('No package of package.json is deprecated.');
    expect(result.exitCode).toBe(exitCode);
  },
  120_000,
);

test('npm itself, by a deprecated package: fails and names it', async () => {
  const result = await auditWith({ weakBelow: '0.0.1', deprecated: 'clsx' });
  expect(result.output).toContain('clsx 2.1.1 is deprecated: Provoked.');
  expect(result.exitCode).toBe(1);
}, 120_000);
