import { runInFront } from './run.mjs';

/**
 * Runs dist/all-in-one.mjs until it ends. It gets a process group of its own, or a terminal's Ctrl-C would reach
 * Postgres before those who still use it; instead the signal is handed on to it alone. When this process is gone, it
 * notices by the closed channel.
 * @param {Record<string, string>} env on top of this process's environment
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStarted]
 * @returns {Promise<number>} its exit code
 */
export function launch(env, onStarted) {
  const options = {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({}, process.env, env),
  };
  return runInFront(process.execPath, ['dist/all-in-one.mjs'], options, onStarted);
}
