import { existsSync, readdirSync } from 'node:fs';
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
  const { build } = await import('esbuild');
  const programs = readdirSync(benchDir).filter((file) => file.startsWith(`${name}.`) && file.endsWith('.ts'));
  await build({
    entryPoints: programs.map((file) => `${benchDir}/${file}`),
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    alias: { '@': process.cwd() },
    logLevel: 'warning',
  });
  return run(process.execPath, [`dist/${name}.bench.mjs`, ...args]);
}
