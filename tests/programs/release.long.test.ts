import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { createOwnDatabase } from '../support/product/own-database';

/*
 * Moves the version and makes a release, as docs/contributing.md says. The tree has this one's files under a history of one
 * commit. A program of the sources that are handed out then runs.
 */

let directory = '';
let tree = '';
let env: NodeJS.ProcessEnv;

/** The programs that a release needs. Docker is not among them: an image takes minutes. */
const tools = ['node', 'npm', 'git', 'tar', 'sh'];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-release-'));
  tree = path.join(directory, 'tree');
  const bin = path.join(directory, 'bin');
  await Promise.all([mkdir(tree), mkdir(bin)]);
  for (const tool of tools) {
    const found = execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim();
    await symlink(found, path.join(bin, tool));
  }
  const identity = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' };
  const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' };
  env = Object.assign({ PATH: bin, HOME: directory, NODE_ENV: 'production' as const }, identity, committer);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  const packed = execFileSync('tar', ['-c', '--null', '--ignore-failed-read', '-T', '-'], {
    input: files,
    maxBuffer: 2 ** 29,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  execFileSync('tar', ['-x', '-C', tree], { input: packed });
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'Begin'],
  ])
    git(...args);
}, 120_000);
afterAll(() => rm(directory, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync('git', args, { cwd: tree, env, encoding: 'utf8' }).trim();

function npmRun(name: string, ...args: string[]): { status: number | null; output: string } {
  const options = { cwd: tree, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('node', ['scripts/setup.mjs', name, ...args], options);
  return { status, output: stdout + stderr };
}

const read = (file: string) => readFile(path.join(tree, file), 'utf8');

test('a version moves everywhere at once, is tagged, and makes one set of files that run', async () => {
  const { version: former } = JSON.parse(await read('package.json')) as { version: string };
  expect(npmRun('release', path.join(directory, 'early')).output).toContain(`Check out v${former}`);
  expect(npmRun('new-version', 'larger').output).toContain('Name major, minor, patch');
  await writeFile(
    path.join(tree, 'CHANGELOG.md'),
    (await read('CHANGELOG.md')).replace('## Unreleased', '## Unreleased '),
  );
  expect(npmRun('new-version', 'minor').output).toContain('Commit or put aside what is changed first.');
  // Right after a release nothing is new, and a version without notes is refused.
  await writeFile(
    path.join(tree, 'CHANGELOG.md'),
    (await read('CHANGELOG.md')).replace(/^## Unreleased *\n/m, '## Unreleased\n\n### Added\n\n- What is new.\n'),
  );
  git('commit', '--quiet', '--all', '--message', 'Say what is new');

  expect(npmRun('new-version', '7.1.0')).toMatchObject({ status: 0 });
  expect(git('tag', '--points-at', 'HEAD')).toBe('v7.1.0');
  expect(git('status', '--porcelain')).toBe('');
  for (const file of ['package.json', 'package-lock.json', 'deploy/chart/Chart.yaml', 'docker-compose.yml']) {
    expect(await read(file), file).toContain('7.1.0');
  }
  expect(await read('CHANGELOG.md')).toMatch(/^## Unreleased\n\n## 7\.1\.0 - \d{4}-\d\d-\d\d$/m);
  expect(await read('docs/upgrade.md')).not.toMatch(/^\| next/m);

  const [first, second] = [path.join(directory, 'first'), path.join(directory, 'second')];
  const made = npmRun('release', first);
  expect(made).toMatchObject({ status: 0, output: expect.stringContaining('so there is no image') });
  const name = 'sightline-7.1.0';
  const files = [`${name}-chart.tgz`, `${name}.cdx.json`, `${name}.md`, `${name}.tar.gz`];
  expect((await readdir(first)).sort()).toEqual(['SHA256SUMS', ...files]);
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: first });
  const inFirst = (file: string) => readFile(path.join(first, file), 'utf8');
  expect(JSON.parse(await inFirst(`${name}.cdx.json`))).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'sightline', version: '7.1.0' } },
  });
  expect(await inFirst(`${name}.md`)).toMatch(/^# Sightline 7\.1\.0\n\n### Added\n/);
  const chart = execFileSync('tar', ['-xzOf', `${name}-chart.tgz`, 'sightline/Chart.yaml'], { cwd: first });
  expect(chart.toString()).toContain('appVersion: "7.1.0"');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const keyFile = path.join(directory, 'release-key.pem');
  await writeFile(keyFile, publicKey.export({ type: 'spki', format: 'pem' }));
  env.RELEASE_KEY = keyFile;
  expect(npmRun('release', second).output).toContain('has no Ed25519 key in PEM');
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(npmRun('release', second).status).toBe(0);
  const [sums, signature] = await Promise.all(
    ['SHA256SUMS', 'SHA256SUMS.sig'].map((file) => readFile(path.join(second, file))),
  );
  expect(verify(null, sums ?? Buffer.alloc(0), publicKey, signature ?? Buffer.alloc(0))).toBe(true);
  const archives = [`${name}.tar.gz`, `${name}-chart.tgz`];
  for (const file of archives) {
    expect((await readFile(path.join(second, file))).equals(await readFile(path.join(first, file))), file).toBe(true);
  }

  execFileSync('tar', ['-xzf', path.join(first, `${name}.tar.gz`), '-C', directory]);
  await runPrograms(path.join(directory, name));
}, 300_000);

/** Builds the programs that were handed out, with the packages of here, and lets one make its tables. */
async function runPrograms(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'node_modules'));
  for (const name of await readdir('node_modules')) {
    if (name.startsWith('.') && name !== '.bin') continue;
    await symlink(path.resolve('node_modules', name), path.join(folder, 'node_modules', name));
  }
  const build = `import { generatePrismaClient } from './scripts/steps/prisma-client.mjs';
import { bundlePrograms } from './scripts/steps/build.mjs';
await generatePrismaClient();
await bundlePrograms();`;
  execFileSync('node', ['--input-type=module', '--eval', build], { cwd: folder, env, stdio: 'ignore' });
  const database = await createOwnDatabase('template0');
  try {
    const migrate = () =>
      spawnSync('node', ['dist/migrate.mjs'], {
        cwd: folder,
        env: Object.assign({ DATABASE_URL: database.url }, env),
        encoding: 'utf8',
      });
    const begun = migrate();
    expect(begun.status).toBe(0);
    expect(begun.stdout).toMatch(/"version":"7\.1\.0".*"msg":"migrate: database brought up to date"/);
    await withClient(database.url, (client) =>
      client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
        VALUES (gen_random_uuid(), '', '20990101000000_later', now(), 1)`),
    );
    const older = migrate();
    expect(older.status).toBe(0);
    expect(older.stdout).toMatch(
      /"level":"warn".*"newer":\["20990101000000_later"\].*tables are those of a newer version/,
    );
  } finally {
    await database.drop();
  }
}
