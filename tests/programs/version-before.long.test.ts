import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readVitest } from '@/scripts/steps/tests.mjs';

/*
 * During a rolling upgrade the version before works on the new version's tables (docs/upgrade.md). Here its own code
 * passes its own tests on them.
 */

const migrations = 'prisma/migrations';
/** Tests of the users' actions on cameras, and of the gateway's work for them. */
const testPaths = [
  'tests/api/streams',
  'tests/api/events',
  'tests/api/sharing',
  'tests/gateway/reconciler/stream-life.test.ts',
];
const timeoutMs = 600_000;

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The last commit before today's migrations; null where this folder has no history that goes back so far. */
function findCommitBefore(): string | null {
  try {
    if (git('status', '--porcelain', '--', migrations) !== '') return git('rev-parse', 'HEAD');
    return git('rev-parse', '--verify', `${git('rev-list', '-1', 'HEAD', '--', migrations)}^`);
  } catch {
    return null;
  }
}

const commit = findCommitBefore();
let directory = '';

afterEach(async () => {
  if (directory) await rm(directory, { recursive: true, force: true });
});

/** Checks out a commit with today's packages and migrations. Packages are linked one by one: stamps of builds are apart. */
async function checkOut(from: string): Promise<void> {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-version-before-'));
  const archive = path.join(directory, 'archive.tar');
  git('archive', '--output', archive, from);
  execFileSync('tar', ['-xf', archive, '-C', directory]);
  await mkdir(path.join(directory, 'node_modules'));
  for (const name of await readdir('node_modules')) {
    if (name.startsWith('.') && name !== '.bin') continue;
    await symlink(path.resolve('node_modules', name), path.join(directory, 'node_modules', name));
  }
  await rm(path.join(directory, migrations), { recursive: true });
  await cp(migrations, path.join(directory, migrations), { recursive: true });
}

async function run(args: string[]): Promise<{ code: number | null; output: string }> {
  const { PATH, HOME, LIVEKIT_SERVER_BIN } = process.env;
  // Generating the client needs no engine, but Prisma would download one unless some executable is named.
  const generating = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  const env = Object.assign({ PATH, HOME, LIVEKIT_SERVER_BIN, NO_COLOR: '1', NODE_ENV: 'test' as const }, generating);
  const child = spawn(process.execPath, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, output };
}

const title = commit ? `commit ${commit.slice(0, 7)}` : '(there is no history of git here)';

/** Each of its own tests has its retry: a second run of them all finds what the first one found, minutes later. */
const onlyOnce = { timeout: timeoutMs, retry: 0 };

test.skipIf(!commit)(`the version before, ${title}, works on today's tables`, onlyOnce, async () => {
  await checkOut(commit ?? '');
  expect(await run(['node_modules/prisma/build/index.js', 'generate'])).toMatchObject({ code: 0 });
  const report = path.join(directory, 'report.json');
  const projects = ['--project', 'api', '--project', 'gateway', '--retry', '1'];
  const { code, output } = await run([
    'node_modules/vitest/vitest.mjs',
    ...['run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...testPaths],
  ]);
  expect(code, output).toBe(0);
  const { passed, failed } = readVitest(JSON.parse(await readFile(report, 'utf8')));
  expect(failed).toEqual([]);
  expect(passed, output).toBeGreaterThan(100);
});
