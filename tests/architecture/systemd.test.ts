import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const unitsIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => (/\.(?:service|timer)$/.test(name) ? [`${folder}/${name}`] : []));
/** Those that run our own programs; Compose's begins a container. */
const services = unitsIn('deploy/systemd').filter((unit) => unit.endsWith('.service'));

test.skipIf(!hasSystemd).each(['deploy/systemd', 'deploy/compose'])(
  'systemd finds nothing wrong with the units of %s',
  (folder) => {
    const units = unitsIn(folder);
    expect(units.length).toBeGreaterThan(0);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
);

// In tenths: below 2.0 systemd calls a service OK, and a unit without any of these lines has 9.6.
test.skipIf(!hasSystemd).each(services)('%s gives a taken-over process little', (unit) => {
  const { status, stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--threshold=20', '--no-pager', unit],
    { encoding: 'utf8' },
  );
  expect(status, stdout).toBe(0);
});
