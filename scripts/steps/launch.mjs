import { spawn } from 'node:child_process';

const parentCheckMs = 500;

/**
 * Runs dist/all-in-one.mjs until it ends. It gets a process group of its own, or a terminal's Ctrl-C would reach
 * Postgres before those who still use it; instead the signal is handed on to it alone. When this process is gone, it
 * notices by the closed channel. A SIGTERM to npm ends npm and its shell without a word to this process, so that it
 * looks whether they are still there.
 * @param {Record<string, string>} env on top of this process's environment
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStarted]
 * @returns {Promise<number>} its exit code
 */
export function launch(env, onStarted) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['dist/all-in-one.mjs'], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: Object.assign({}, process.env, env),
    });
    onStarted?.(child);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    const { ppid } = process;
    const parentCheck = setInterval(() => {
      if (!process.env.npm_lifecycle_event || process.ppid === ppid) return;
      clearInterval(parentCheck);
      child.kill('SIGTERM');
    }, parentCheckMs);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearInterval(parentCheck);
      resolve(code ?? 1);
    });
  });
}
