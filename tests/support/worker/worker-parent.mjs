import { spawn } from 'node:child_process';

// A gateway's process as a worker sees it, for a test to kill. Starts the worker with an IPC channel and with pipes for
// its output, and writes the worker's pid. Argument: the worker's spec, as JSON.

const worker = spawn(process.execPath, ['dist/worker.mjs'], {
  stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  env: { ...process.env, LOG_LEVEL: 'debug' },
});
worker.stdout.resume();
worker.stderr.resume();
worker.send(JSON.parse(process.argv[2]));
process.stdout.write(`${worker.pid}\n`);
