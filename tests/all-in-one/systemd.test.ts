import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { SignUpInput } from '@/lib/contracts/accounts';
import { ApiClient } from '../support/api/api-client';
import { commandsOf } from '../support/docs/shell-blocks';
import { problemsOf, productEnv, removeDataDir } from '../support/product/product';
import { until } from '../support/until';

// Runs the commands of docs/install.md and docs/upgrade.md for one machine, and the night's backup, as they are written.
// Folders are below a temporary one, and what only root or systemd can do is imitated.

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const folders = ['/opt/sightline', '/var/lib/sightline', '/var/backups/sightline', '/etc/systemd/system'];

/** Programs of an administrator, for a user who is not one. */
const imitations: Record<string, string> = {
  useradd: 'exit 0',
  userdel: 'exit 0',
  chown: 'exit 0',
  // The owner is who runs this.
  install: `exec /usr/bin/install $(printf '%s\\n' "$@" | grep --invert-match owner)`,
  sudo: `while [[ $1 == --* ]]; do shift; done; exec "$@"`,
  // Each release is this version.
  tar: `for option in "$@"; do case $option in --directory=*) into=\${option#*=};; esac; done; shopt -s dotglob
    for entry in "$SOURCE"/*; do case \${entry##*/} in .env|.git|data|scripts) ;; *) ln --symbolic "$entry" "$into/";; esac; done
    cp --recursive "$SOURCE/scripts" "$into/"`,
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
  const [account = '', settings = '', build = '', start = '', doctor = '', uninstall = ''] = commandsOf(
    'docs/install.md',
    'On Node itself',
  );
  const { on, shell, runUnit, systemctlLog } = await makeHost();
  const ownPorts = await productEnv();
  cleanups.push(() => removeDataDir(ownPorts));
  const run = (block: string): string => {
    const { status, output } = shell(block);
    expect(status, `${block}\n${output}`).toBe(0);
    return output;
  };
  /** The doctor's exit code counts a machine that is too busy as a problem, as one that runs tests may be. */
  const lookAt = (block: string): string => {
    const { status, output } = shell(block);
    expect(problemsOf(output)).toEqual([]);
    expect(status, output).toBe(output.includes('✗') ? 1 : 0);
    return output;
  };
  for (const block of [account, settings]) run(block);
  const ports = Object.entries(ownPorts).filter(([name, value]) => name !== 'DATA_DIR' && value !== '');
  appendFileSync(on('/opt/sightline/.env'), ports.map(([name, value]) => `${name}=${value}\n`).join(''));
  for (const block of [build, start]) run(block);
  expect(readFileSync(systemctlLog, 'utf8')).toContain('enable --now sightline.service sightline-backup.timer');

  let service: ChildProcess | undefined;
  const startService = async () => {
    service = runUnit('sightline.service');
    const said = outputOf(service);
    await until('the service says that it is up', () => Promise.resolve(said().includes('is up.')), {
      timeoutMs: 60_000,
    });
    expect(said()).toContain(`Data folder   ${on('/var/lib/sightline')}\n`);
  };
  const stopService = async () => {
    if (!service) return;
    const ended = once(service, 'close');
    service.kill('SIGTERM');
    await ended;
    service = undefined;
  };
  cleanups.push(stopService);
  /** Runs commands line by line, so that systemctl has its effect on the service. */
  const administer = async (block: string) => {
    for (const line of block.trimEnd().split('\n')) {
      const [, verb] = /^systemctl (restart|stop|start|disable --now)\b/.exec(line) ?? [];
      if (verb && verb !== 'start') await stopService();
      if (verb === 'restart' || verb === 'start') await startService();
      run(line);
    }
  };
  await startService();
  const user = { email: 'ada@example.org', password: 'correct horse', first_name: 'Ada' };
  const api = await ApiClient.ofNewOrganization(`http://127.0.0.1:${ownPorts.PORT}`, user);
  const statusOf = async (user: SignUpInput['user']) => (await api.ask('POST /auth/login', { body: { user } })).status;

  const found = shell(doctor);
  expect(found.output).toContain(`Data folder ${on('/var/lib/sightline')}, database postgresql://127.0.0.1:`);
  expect(problemsOf(found.output)).toEqual([]);

  // As a service does that has its folder from elsewhere, such as an older unit.
  for (const tool of ['doctor', 'backup', 'restore x', 'start']) {
    const refused = shell(`cd /opt/sightline/current && npm run --silent ${tool}`, { DATA_DIR: 'data' });
    expect(refused.output).toContain(
      `with the data folder ${on('/var/lib/sightline')} (process ${service?.pid}), but these settings name ${on('/opt/sightline/releases/1.0.0/data')}.`,
    );
    expect(refused.status).toBe(1);
  }
  expect(readdirSync(on('/opt/sightline/current'))).not.toContain('data');

  const cron = /^0 3 \* \* \* +(.+)$/m.exec(readFileSync('docs/backup.md', 'utf8'))?.[1] ?? '';
  expect(shell(cron)).toMatchObject({ status: 0, output: expect.stringContaining('Saved to') });
  const inBackups = (name: string) => path.join(on('/var/backups/sightline'), name);
  const [before, named] = ['sightline-backup-20200101T000000000Z', 'before-the-show'];
  for (const name of [before, named]) {
    mkdirSync(inBackups(name));
    utimesSync(inBackups(name), 0, 0);
  }
  const timer = runUnit('sightline-backup.service');
  const timerSaid = outputOf(timer);
  const [exitCode] = await once(timer, 'close');
  expect(exitCode, timerSaid()).toBe(0);
  expect(timerSaid()).toContain(`Removed ${inBackups(before)}, older than 14 days.`);
  const backups = readdirSync(inBackups('')).filter((name) => name !== named);
  expect(backups).toHaveLength(2);
  expect(backups).not.toContain(before);
  for (const name of backups) {
    const { tables } = JSON.parse(readFileSync(path.join(inBackups(name), 'backup.json'), 'utf8'));
    expect(tables).toContainEqual(expect.objectContaining({ name: 'users', rows: 1 }));
  }

  const [upgrade = '', look = '', back = '', restore = ''] = commandsOf('docs/upgrade.md', 'With systemd');
  const runningFolder = () => readlinkSync(`/proc/${service?.pid}/cwd`);
  expect(runningFolder()).toBe(on('/opt/sightline/releases/1.0.0'));
  await administer(upgrade);
  expect(runningFolder()).toBe(on('/opt/sightline/releases/1.1.0'));
  // As after a pull in the folder that runs: a tool works, and nothing is built.
  appendFileSync(on('/opt/sightline/current/scripts/programs.mjs'), '// Newer.\n');
  expect(shell(doctor).output).not.toContain('Bundling');
  const refusedBuild = shell(`cd /opt/sightline/current && npm start -- --build-only`);
  expect(refusedBuild).toMatchObject({ status: 1, output: expect.stringContaining('Sightline runs from this folder') });
  expect(readdirSync(inBackups(''))).toHaveLength(4);
  expect(lookAt(look)).toContain('None has been loaded to prove it');
  await administer(back);
  expect(runningFolder()).toBe(on('/opt/sightline/releases/1.0.0'));
  const late = { email: 'late@example.org', password: 'correct horse', first_name: 'Late' };
  await ApiClient.ofNewOrganization(api.baseUrl, late, 'Too late');
  await administer(restore.replace('NAME', backups[0] ?? ''));
  expect([await statusOf(user), await statusOf(late)]).toEqual([200, 401]);
  expect(lookAt(look)).toMatch(/^(?!.*was restored).*hours ago has been loaded to prove it/s);

  await administer(uninstall);
  for (const gone of ['/opt/sightline', '/var/lib/sightline']) expect(existsSync(on(gone)), gone).toBe(false);
  expect(readdirSync(on('/etc/systemd/system'))).toEqual([]);
  expect(readdirSync(inBackups(''))).toHaveLength(4);
}, 420_000);
