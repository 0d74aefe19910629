import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The parts that a glance takes, of benches that have parts. */
const argumentsOf: Record<string, string[]> = {
  attacks: ['login-burst'],
  cable: ['broadcast'],
  interaction: ['event'],
  overload: ['spinners'],
  phones: ['latency'],
  recording: ['live'],
  scale: ['10'],
};

const names = readdirSync('tests/bench', { recursive: true, encoding: 'utf8' }).flatMap(
  (file) => /^(.*)\.bench\.ts$/.exec(path.basename(file))?.[1] ?? [],
);

/** Two run at once in one worker of Vitest, so that they share out all ports. */
const noWorker = { VITEST_POOL_ID: '0' };

const runBench =
  "const { runBench } = await import('./scripts/steps/bench.mjs'); process.exit(await runBench(process.argv.slice(1)));";

test.concurrent.each(names)('npm run bench %s still works', { timeout: 300_000 }, async (name) => {
  const args = ['--input-type=module', '--eval', runBench, name, ...(argumentsOf[name] ?? [])];
  const child = spawn(process.execPath, args, { env: { ...process.env, BENCH_GLANCE: '1', ...noWorker } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = await once(child, 'close');
  expect(code, said).toBe(0);
  // The head of a table, its line, and at least one row.
  expect(said.split('\n').filter((line) => line.includes(' | ')).length, said).toBeGreaterThan(2);
});
