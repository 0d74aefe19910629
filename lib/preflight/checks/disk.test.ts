import { expect, onTestFinished, test, vi } from 'vitest';
import { judgeDisk } from './disk';

test.each([
  [0, 'problem'],
  [0.9e9, 'problem'],
  [4e9, 'warning'],
  [6e9, 'ok'],
])('%s bytes that are free: %s', (freeBytes, level) => {
  expect(judgeDisk({ folder: '/var/lib/sightline', freeBytes })).toMatchObject({
    check: 'disk',
    level,
    text: expect.stringContaining('/var/lib/sightline'),
  });
});

test('looks at the data folder’s disk, and once at each disk', async () => {
  vi.resetModules();
  vi.stubEnv('DATA_DIR', '/proc');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  const { checkDisk } = await import('./disk');
  expect((await checkDisk()).map(({ level }) => level)[0]).toBe('problem');
  expect(await checkDisk()).toHaveLength(2);
  vi.stubEnv('DATA_DIR', '.');
  vi.resetModules();
  expect(await (await import('./disk')).checkDisk()).toHaveLength(1);
});
