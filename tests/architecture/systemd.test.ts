import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!hasSystemd)('deploy/systemd/sightline.service is valid for systemd', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/systemd/sightline.service'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
