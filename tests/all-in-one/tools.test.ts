import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ApiClient } from '../support/api/api-client';
import { commandsOf } from '../support/docs/shell-blocks';
import { freeTcpPort } from '../support/network/free-port';
import { problemsOf, productEnv, removeDataDir, startProduct, stopProduct } from '../support/product/product';

// Runs the commands of docs/backup.md as they are written.

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function runShell(
  command: string,
  env: Record<string, string>,
): Promise<{ exitCode: number | null; output: string }> {
  const child: ChildProcess = spawn('bash', ['-ec', command], { env: Object.assign({}, process.env, env) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { exitCode, output };
}

test('the commands of docs/backup.md save a running Sightline, and restore it into a new data folder', async () => {
  const [save = '', verify = ''] = commandsOf('docs/backup.md', 'Back up');
  const [restore = '', resume = ''] = commandsOf('docs/backup.md', 'Restore');
  const folder = /npm run backup (\S+)/.exec(save)?.[1] ?? '';
  expect(restore).toContain(`npm run restore ${folder}`);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));

  const env = await productEnv();
  cleanups.push(() => removeDataDir(env));
  const baseUrl = `http://${env.HOST}:${env.PORT}`;
  const product = await startProduct(env);
  const user = { email: 'ada@example.org', password: 'correct horse', first_name: 'Ada' };
  const first = await ApiClient.ofNewOrganization(baseUrl, user);
  await first.call('POST /events', { body: { event: { name: 'Summer Festival' } } });

  const doctor = await runShell('npm run --silent doctor', env);
  expect(doctor.output).toContain('✓ One gateway runs');
  expect(problemsOf(doctor.output)).toEqual([]);

  const link = await runShell('npm run --silent reset-password ada@example.org', env);
  const secret = /#(\S+)/.exec(link.output)?.[1] ?? '';
  const changed = { password_reset: { secret }, user: { password: 'battery staple' } };
  await new ApiClient(baseUrl).call('PUT /auth/password_reset', { body: changed });
  const stranger = await runShell('npm run --silent reset-password nobody@example.org', env);
  expect(stranger).toMatchObject({ exitCode: 1, output: expect.stringContaining('No account has the e-mail address') });
  const { token } = await ApiClient.logIn(baseUrl, { email: user.email, password: 'battery staple' });

  const saved = await runShell(save, env);
  expect(saved.output).toMatch(
    /Saved to \S+: \d+ rows of \d+ tables, from postgresql:\/\/127\.0\.0\.1:\d+\/sightline\./,
  );
  expect(statSync(folder).mode & 0o077).toBe(0);
  for (const file of ['backup.json', 'secrets.json', 'users.copy.gz']) {
    expect(statSync(path.join(folder, file)).mode & 0o077, file).toBe(0);
  }
  const verified = await runShell(verify, env);
  expect(verified.output).toContain(`${folder} can be restored`);
  expect(verified.exitCode).toBe(0);
  const whileItRuns = await runShell(restore, env);
  expect(whileItRuns).toMatchObject({ exitCode: 1, output: expect.stringContaining('Sightline is running') });
  await stopProduct(product);
  expect((await runShell(restore, env)).output).toContain('into an empty database only');

  const next = await productEnv();
  cleanups.push(() => removeDataDir(next));
  const restored = await runShell(restore, next);
  expect(restored.output).toContain('Restored from');
  expect(restored.exitCode).toBe(0);
  expect(restored.output).toContain('This is a copy');
  expect(existsSync(path.join(next.DATA_DIR, 'all-in-one.pid'))).toBe(false);
  // `--https` is in no file that the doctor reads.
  const httpsPort = String(await freeTcpPort());
  const again = await startProduct(Object.assign({}, next, { HTTPS_PORT: httpsPort }));
  // Sessions survive, because the backup includes the secret that encrypts tokens.
  const events = await new ApiClient(`http://${next.HOST}:${next.PORT}`, token).call('GET /events');
  expect(events.map(({ attributes }) => attributes.name)).toContain('Summer Festival');
  const ofCopy = await runShell('npm run --silent doctor', next);
  expect(ofCopy.output).toContain('! This installation was restored');
  // Phones cannot reach it, because it listens on this machine alone.
  expect(ofCopy.output).toMatch(new RegExp(`^✗ https://\\S+:${httpsPort} does not answer`, 'm'));
  expect((await runShell(resume, next)).exitCode).toBe(0);
  expect((await runShell('npm run --silent doctor', next)).output).not.toContain('was restored');
  await stopProduct(again);
}, 240_000);
