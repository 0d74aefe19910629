import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwnDatabase, type OwnDatabase } from '../support/product/own-database';
import { launchProgram } from '../support/product/program';
import { livekitSettings } from '../support/servers/livekit-settings';

let database: OwnDatabase;
let empty: OwnDatabase;

beforeAll(async () => {
  [database, empty] = [await createOwnDatabase(), await createOwnDatabase('template0')];
});
afterAll(() => Promise.all([database.drop(), empty.drop()]));

async function runDoctor(changes: Record<string, string> = {}) {
  const env = Object.assign({ DATABASE_URL: database.url }, livekitSettings(), changes);
  const program = launchProgram('doctor', env);
  return { exitCode: await program.exitCode, output: program.output() };
}

test('says what is well and what is not, each with its fix, and ends with exit code 1 where something does not work', async () => {
  const { exitCode, output } = await runDoctor();
  expect(output).toMatch(/^[✓!] Postgres \d+\.\d+ (answers\.|takes)/m);
  expect(output).toMatch(/^✓ All \d+ migrations are applied\.$/m);
  expect(output).toMatch(/^✓ LiveKit answers at .* and accepts our key\.$/m);
  expect(output).toContain('✗ No gateway runs, so no camera can start.\n  → Start the program gateway');
  expect(output).not.toContain(livekitSettings().LIVEKIT_API_SECRET);
  expect(exitCode).toBe(1);
});

test.each([
  [
    'a wrong secret',
    { LIVEKIT_API_SECRET: 'x'.repeat(40) },
    /^✗ LiveKit at .* refuses our key\.\n {2}→ Set LIVEKIT_API_KEY/m,
  ],
  [
    'no LiveKit',
    { LIVEKIT_URL: 'ws://127.0.0.1:1' },
    /^✗ No LiveKit answers at ws:\/\/127\.0\.0\.1:1\.\n {2}→ Start LiveKit/m,
  ],
  ['no Postgres', { DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' }, /^✗ No Postgres answers at 127\.0\.0\.1:1/m],
])('%s', async (_, changes, pattern) => {
  const { exitCode, output } = await runDoctor(changes);
  expect(output).toMatch(pattern);
  expect(exitCode).toBe(1);
});

test('a database without our tables', async () => {
  const { output } = await runDoctor({ DATABASE_URL: empty.url });
  expect(output).toMatch(/^✗ The database lacks (\d+) of \1 migrations\.\n {2}→ Run the program migrate/m);
});
