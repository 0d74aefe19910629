import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnv } from '@/lib/platform/env/child-env';
import { spawnChild } from '@/server/all-in-one/child';
import { freeTcpPort } from '../network/free-port';

export interface TestPgbouncer {
  /** The address of a database by way of the pooler. */
  reroute(databaseUrl: string): string;
  stop(): Promise<void>;
}

/**
 * A real PgBouncer in transaction mode, on loopback.
 * @param server any database of the Postgres behind it
 * @param ignored parameters that it lets clients ask for
 */
export async function startPgbouncer(server: string, ignored: string[]): Promise<TestPgbouncer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-pgbouncer-'));
  const port = await freeTcpPort();
  const { hostname, port: serverPort, username, password } = new URL(server);
  const login = `user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} ${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `ignore_startup_parameters = ${ignored.join(',')}`,
    // It does not run as root.
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
  ];
  const file = path.join(directory, 'pgbouncer.ini');
  await writeFile(file, `${settings.join('\n')}\n`);
  let output = '';
  const lines = new EventEmitter();
  const child = await spawnChild({
    command: 'pgbouncer',
    args: [file],
    env: childEnv({}),
    onLine: (line) => {
      output += `${line}\n`;
      if (line.includes('process up')) lines.emit('ready');
    },
  });
  await Promise.race([
    once(lines, 'ready'),
    child.ended.then((how) => {
      throw new Error(`pgbouncer did not start (${how}):\n${output}`);
    }),
  ]);
  return {
    reroute(databaseUrl) {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    async stop() {
      await child.stop('SIGINT', 5_000);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
