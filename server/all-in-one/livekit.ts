import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/core/errors';
import { endLeftOver } from '@/lib/platform/process/left-over';
import { type Child, spawnChild } from './child';
import { type LivekitSettings, livekitConfiguration } from './livekit-configuration';

export interface LocalLivekitOptions extends LivekitSettings {
  /** Path of the livekit-server program. */
  program: string;
  /** Where its configuration and pid file go. */
  directory: string;
  env: NodeJS.ProcessEnv;
  onLine: (line: string) => void;
}

export interface LocalLivekit extends Child {
  /** The ws:// address. */
  url: string;
}

const startTimeoutMs = 10_000;
const pollMs = 25;
const answerTimeoutMs = 1_000;

const configPathIn = (directory: string): string => path.resolve(directory, 'livekit.yaml');
const pidPathIn = (directory: string): string => path.resolve(directory, 'livekit.pid');

/** Ends the server that a killed run left behind in this folder. */
export const endLeftOverLivekit = (directory: string): Promise<void> =>
  endLeftOver(pidPathIn(directory), configPathIn(directory), 'SIGKILL');

/**
 * Runs livekit-server. It waits for all participants to leave on SIGTERM, and has nothing to save.
 * @throws AppError `unavailable` with one sentence when it cannot start
 */
export async function startLivekit(options: LocalLivekitOptions): Promise<LocalLivekit> {
  const configPath = configPathIn(options.directory);
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  await writeFile(configPath, await livekitConfiguration(options), { mode: 0o600 });
  await chmod(configPath, 0o600);
  let lastLine = '';
  const child = await spawnChild({
    command: options.program,
    args: ['--config', configPath],
    env: options.env,
    onLine: (line) => {
      lastLine = line;
      options.onLine(line);
    },
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', `${options.program} cannot be run (${String(cause)}).`, { cause });
  });
  await writeFile(pidPathIn(options.directory), `${child.pid}\n`, { mode: 0o600 });
  const outcome = await Promise.race([untilHealthy(options.port), child.ended]);
  if (outcome !== 'healthy') {
    await child.stop('SIGKILL', 0);
    throw new AppError('unavailable', `livekit-server did not start (${outcome}: ${lastLine}).`);
  }
  return { ...child, url: `ws://127.0.0.1:${options.port}` };
}

async function untilHealthy(port: number): Promise<string> {
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await sleep(pollMs)) {
    if (await isHealthy(port)) return 'healthy';
  }
  return `no answer on port ${port}`;
}

/** By node:http, for `fetch` would cost this program 5 MB for as long as it runs. */
const isHealthy = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, timeout: answerTimeoutMs }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
