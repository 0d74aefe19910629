import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuildOptions } from 'esbuild';
import { afterEach, expect, test } from 'vitest';
import { watchPrograms } from '@/scripts/steps/watch.mjs';

let directory: string;
let stopWatching: () => Promise<void>;

afterEach(async () => {
  await stopWatching();
  await rm(directory, { recursive: true });
});

test('npm run dev has those programs restarted whose bundle has changed, and no others', async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-watch-'));
  // Whole or not at all: a build that meets an empty file finds another bundle, too.
  const write = async (name: string, source: string) => {
    const file = path.join(directory, `${name}.ts`);
    await writeFile(`${file}.part`, source);
    await rename(`${file}.part`, file);
  };
  await write('shared', 'export const shared = 1;');
  await write('web', `import { shared } from './shared'; console.log('web', shared);`);
  await write('worker', `console.log('worker');`);
  const changed: string[] = [];
  const build: BuildOptions = {
    entryPoints: { web: path.join(directory, 'web.ts'), worker: path.join(directory, 'worker.ts') },
    outdir: path.join(directory, 'dist'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
  };
  stopWatching = await watchPrograms((program) => changed.push(program), [build]);
  expect(changed).toEqual([]);

  await write('shared', 'export const shared = 2;');
  await expect.poll(() => changed, { timeout: 10_000 }).toEqual(['web']);
  // Code that does not compile restarts nothing.
  await write('shared', 'export const shared = ;');
  await write('worker', `console.log('a worker');`);
  await sleep(1_500);
  expect(changed).toEqual(['web']);
  // Nor does what is the same afterwards.
  await write('shared', 'export const shared = 2; // two');
  // A worker's gateway starts again, and its workers with it.
  await expect.poll(() => changed, { timeout: 10_000 }).toEqual(['web', 'gateway']);
});
