import { spawn } from 'node:child_process';

/**
 * Runs dist/all-in-one.mjs until it ends. It gets a process group of its own, or a terminal's Ctrl-C would reach
 * Postgres before those who still use it; instead the signal is handed on to it alone. When this process is gone, it
 * notices by the closed channel.
 * @param {Record<string, string>} env on top of this process's environment
 * @returns {Promise<number>} its exit code
 */
export function launch(env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', 'dist/all-in-one.mjs'], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
