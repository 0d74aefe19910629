import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { shellBlocks } from '../support/docs/shell-blocks';
import { productEnv, removeDataDir } from '../support/product/product';
import { until } from '../support/until';

// Runs the commands of docs/install.md for one machine, and the night's backup, as they are written. Folders are below a
// temporary one, and what only root or systemd can do is imitated.

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const folders = ['/opt/sightline', '/var/lib/sightline', '/var/backups/sightline', '/etc/systemd/system'];

/** Programs of an administrator, for a user who is not one. */
const imitations: Record<string, string> = {
  useradd: 'exit 0',
  chown: 'exit 0',
  // The owner is who runs this.
  install: `exec /usr/bin/install $(printf '%s\\n' "$@" | grep --invert-match owner)`,
  sudo: `while [[ $1 == --* ]]; do shift; done; exec "$@"`,
  git: `[[ $1 == clone ]]; mkdir --parents "$3"; shopt -s dotglob
    for entry in "$SOURCE"/*; do case \${entry##*/} in .env|.git|data|scripts) ;; *) ln --symbolic "$entry" "$3/";; esac; done
    cp --recursive "$SOURCE/scripts" "$3/"`,
  systemctl: `echo "$@" >>"$SYSTEMCTL_LOG"`,
};

async function makeHost() {
  const root = await mkdtemp(path.join(tmpdir(), 'sightline-host-'));
  cleanups.push(() => rm(root, { recursive: true, force: true }));
  const bin = path.join(root, 'bin');
  mkdirSync(bin);
  for (const [name, script] of Object.entries(imitations))
    writeFileSync(path.join(bin, name), `#!/bin/bash\nset -e\n${script}\n`, { mode: 0o755 });
  mkdirSync(path.join(root, '/etc/systemd/system'), { recursive: true });
  const on = (text: string): string =>
    folders.reduce((result, folder) => result.replaceAll(folder, `${root}${folder}`), text);
  const systemctlLog = path.join(root, 'systemctl.log');
  // As a login has it: none of the settings of whoever runs the tests.
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    PATH: `${bin}:${process.env.PATH}`,
    HOME: process.env.HOME,
    SOURCE: process.cwd(),
    SYSTEMCTL_LOG: systemctlLog,
  };
  const shell = (command: string, extra: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-ec', on(command)], {
      encoding: 'utf8',
      env: Object.assign({}, env, extra),
    });
    return { status, output: stdout + stderr };
  };
  /** Runs a unit's program as systemd does: its user's environment is empty but for what the unit names. */
  const runUnit = (name: string): ChildProcess => {
    const unit = on(readFileSync(path.join(root, '/etc/systemd/system', name), 'utf8'));
    const fieldOf = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    expect(unit).not.toMatch(/^Environment=/m);
    const [command = '', ...args] = fieldOf('ExecStart').split(' ');
    return spawn(command, args, {
      cwd: fieldOf('WorkingDirectory'),
      env: Object.assign(
        { NODE_ENV: 'production' as const, PATH: process.env.PATH, HOME: env.HOME },
        parseEnv(readFileSync(fieldOf('EnvironmentFile'), 'utf8')),
      ),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  return { on, shell, runUnit, systemctlLog };
}

function outputOf(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  return () => output;
}

test('docs/install.md, as written: service, doctor and the night’s backup mean the same database', async () => {
  const page = readFileSync('docs/install.md', 'utf8');
  const blocks = shellBlocks(page).flatMap(({ mark, text }) => (mark === 'run' ? [text] : []));
  expect(blocks).toHaveLength(5);
  const { on, shell, runUnit, systemctlLog } = await makeHost();
  const ownPorts = await productEnv();
  cleanups.push(() => removeDataDir(ownPorts));
  const doctor = blocks.at(-1) ?? '';
  for (const block of blocks.slice(0, -1)) {
    const { status, output } = shell(block);
    expect(status, `${block}\n${output}`).toBe(0);
    if (!block.includes('DATA_DIR=')) continue;
    const ports = Object.entries(ownPorts).filter(([name, value]) => name !== 'DATA_DIR' && value !== '');
    appendFileSync(on('/opt/sightline/.env'), ports.map(([name, value]) => `${name}=${value}\n`).join(''));
  }
  expect(readFileSync(systemctlLog, 'utf8')).toContain('enable --now sightline.service sightline-backup.timer');

  const service = runUnit('sightline.service');
  const said = outputOf(service);
  const ended = once(service, 'close');
  cleanups.push(async () => {
    service.kill('SIGTERM');
    await ended;
  });
  await until(() => Promise.resolve(said().includes('is up.')), { timeoutMs: 60_000, what: 'the service' });
  expect(said()).toContain(`Data folder   ${on('/var/lib/sightline')}\n`);
  const signup = await fetch(`http://127.0.0.1:${ownPorts.PORT}/api/v1/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      organization: { name: 'Northwind' },
      user: { email: 'ada@example.org', password: 'correct horse', first_name: 'Ada' },
    }),
  });
  expect(signup.status).toBe(201);

  const found = shell(doctor);
  expect(found.output).toContain(`Data folder ${on('/var/lib/sightline')}, database postgresql://127.0.0.1:`);
  expect(found.output).not.toContain('✗');
  expect(found.status).toBe(0);

  // As a service does that has its folder from elsewhere, such as an older unit.
  for (const tool of ['doctor', 'backup', 'restore x', 'start']) {
    const refused = shell(`cd /opt/sightline && npm run --silent ${tool}`, { DATA_DIR: 'data' });
    expect(refused.output).toContain(
      `with the data folder ${on('/var/lib/sightline')} (process ${service.pid}), but these settings name ${on('/opt/sightline/data')}.`,
    );
    expect(refused.status).toBe(1);
  }
  expect(readdirSync(on('/opt/sightline'))).not.toContain('data');

  const cron = /^0 3 \* \* \* +(.+)$/m.exec(readFileSync('docs/backup.md', 'utf8'))?.[1] ?? '';
  expect(shell(cron)).toMatchObject({ status: 0, output: expect.stringContaining('Saved to') });
  const timer = runUnit('sightline-backup.service');
  const timerSaid = outputOf(timer);
  const [exitCode] = await once(timer, 'close');
  expect(exitCode, timerSaid()).toBe(0);
  const backups = readdirSync(on('/var/backups/sightline'));
  expect(backups).toHaveLength(2);
  for (const name of backups) {
    const { tables } = JSON.parse(readFileSync(path.join(on('/var/backups/sightline'), name, 'backup.json'), 'utf8'));
    expect(tables).toContainEqual(expect.objectContaining({ name: 'users', rows: 1 }));
  }
}, 240_000);

test('systemd finds nothing wrong with the units', () => {
  const units = readdirSync('deploy/systemd').map((name) => path.join('deploy/systemd', name));
  const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
    encoding: 'utf8',
  });
  // Containers have no systemd.
  if (error && 'code' in error && error.code === 'ENOENT') return;
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
