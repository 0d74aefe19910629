import { spawn } from 'node:child_process';

// A gateway's process as a worker sees it: it starts the worker with an IPC channel and pipes for its output, and is
// killed by a test. Arguments: the worker's spec, as JSON. It writes the worker's pid.

const worker = spawn(process.execPath, ['dist/worker.mjs'], {
  stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  env: { ...process.env, LOG_LEVEL: 'debug' },
});
worker.stdout.resume();
worker.stderr.resume();
worker.send(JSON.parse(process.argv[2]));
process.stdout.write(`${worker.pid}\n`);
