import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { bundlePrograms } from '@/scripts/steps/build.mjs';
import { workerNodeOptions } from '@/scripts/worker-node-options.mjs';

/** Standard error of a worker without a spec, until its parent ends. */
async function errorsOfSpare(nodeOptions: string[]): Promise<string> {
  const spare = spawn(process.execPath, [...nodeOptions, 'dist/worker.mjs'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  spare.disconnect();
  return spare.stderr ? text(spare.stderr) : '';
}

test('V8 accepts the code cache of the build with the options that workers are started with, and with no others', async () => {
  await bundlePrograms();
  expect(await errorsOfSpare(workerNodeOptions)).toBe('');
  expect(await errorsOfSpare(['--no-lazy'])).toContain('npm run build');
});
