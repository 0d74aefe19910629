import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnv } from '@/lib/platform/env/child-env';
import { spawnChild } from '@/server/all-in-one/child';
import { freeTcpPort } from '../network/free-port';

export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

export const redisPassword = 'secret-of-this-redis';

/** A real redis-server of the tests' own, on loopback, that keeps nothing. */
export async function startRedis(): Promise<TestRedis> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-redis-'));
  const port = await freeTcpPort();
  let output = '';
  const lines = new EventEmitter();
  const child = await spawnChild({
    command: 'redis-server',
    args: [
      ...['--bind', '127.0.0.1', '--port', String(port), '--requirepass', redisPassword],
      ...['--dir', directory, '--save', '', '--appendonly', 'no'],
    ],
    env: childEnv({}),
    onLine: (line) => {
      output += `${line}\n`;
      if (line.includes('Ready to accept connections')) lines.emit('ready');
    },
  });
  await Promise.race([
    once(lines, 'ready'),
    child.ended.then((how) => {
      throw new Error(`redis-server did not start (${how}):\n${output}`);
    }),
  ]);
  return {
    url: `redis://:${redisPassword}@127.0.0.1:${port}`,
    async stop() {
      await child.stop('SIGTERM', 5_000);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
