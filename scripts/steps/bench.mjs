import { readdirSync } from 'node:fs';
import path from 'node:path';
import { bundle } from './build.mjs';
import { run, SetupError } from './run.mjs';

const benchDir = 'tests/bench';

/**
 * Bundles and runs one benchmark: NAME.bench.ts in a folder of tests/bench, and whatever other programs it starts,
 * NAME.*.ts beside it.
 * @returns {Promise<number>} its exit code
 */
export async function runBench([name, ...args]) {
  const files = readdirSync(benchDir, { recursive: true, encoding: 'utf8' });
  const bench = files.find((file) => path.basename(file) === `${name}.bench.ts`);
  if (!bench) {
    const names = files.flatMap((file) => /([^/\\]*)\.bench\.ts$/.exec(file)?.[1] ?? []);
    throw new SetupError(`Use: npm run bench NAME, with one of: ${names.join(', ')}.`);
  }
  const isBeside = (file) => path.dirname(file) === path.dirname(bench) && path.basename(file).startsWith(`${name}.`);
  const programs = files.filter((file) => file.endsWith('.ts') && isBeside(file));
  await bundle(programs.map((file) => path.join(benchDir, file)));
  return run(process.execPath, [`dist/${name}.bench.mjs`, ...args]);
}
