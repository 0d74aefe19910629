import { existsSync, readdirSync } from 'node:fs';
import { bundle } from './build.mjs';
import { run, SetupError } from './run.mjs';

const benchDir = 'tests/bench';

/**
 * Bundles and runs one benchmark: tests/bench/NAME.bench.ts, and whatever other programs it starts, NAME.*.ts there.
 * @returns {Promise<number>} its exit code
 */
export async function runBench([name, ...args]) {
  const source = `${benchDir}/${name}.bench.ts`;
  if (!name || !existsSync(source)) {
    const names = readdirSync(benchDir).flatMap((file) => /^(.*)\.bench\.ts$/.exec(file)?.[1] ?? []);
    throw new SetupError(`Use: npm run bench NAME, with one of: ${names.join(', ')}.`);
  }
  const programs = readdirSync(benchDir).filter((file) => file.startsWith(`${name}.`) && file.endsWith('.ts'));
  await bundle(programs.map((file) => `${benchDir}/${file}`));
  return run(process.execPath, [`dist/${name}.bench.mjs`, ...args]);
}
