import { runInFront } from './run.mjs';

/**
 * Runs dist/all-in-one.mjs until it ends, in a process group of its own, and hands signals on to it alone. Otherwise a
 * terminal's Ctrl-C would reach Postgres before the programs that still use it. The closed channel tells it when this
 * process is gone.
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
