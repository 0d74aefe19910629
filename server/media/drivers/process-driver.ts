import { spawn } from 'node:child_process';
import { workerChildEnv } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import type { WorkerJob } from '../worker-protocol';
import { LoopbackAddresses, takeFreePorts } from './worker-addresses';
import type { WorkerDriver } from './worker-driver';

/** Off must be done within two seconds, also by a worker that hangs on a machine that is busy. */
const stopGraceMs = 1_000;

/** Small V8 generations: a worker keeps little, and there is one for every camera. Saves 45 MB each. */
const nodeOptions = ['--max-semi-space-size=2', '--max-old-space-size=128'];

/**
 * Each worker is a child process. It holds one end of an IPC channel, sees it close when the gateway is gone, however
 * it went, and ends too.
 * @param workerPath the worker's bundled script
 */
export function processDriver(workerPath: string): WorkerDriver {
  const loopbackAddresses = new LoopbackAddresses();
  return {
    async start(order) {
      const address = process.platform === 'linux' ? await loopbackAddresses.take() : await takeFreePorts();
      const { podIp, inputPort, outputPort } = address;
      const job: WorkerJob = { ...order, podIp, inputPort, outputPort };
      const child = spawn(process.execPath, [...nodeOptions, workerPath], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: workerChildEnv(JSON.stringify(job)),
      });
      let graceTimer: NodeJS.Timeout | undefined;
      const ended = new Promise<string>((resolve) => {
        const end = (description: string) => {
          clearTimeout(graceTimer);
          address.release();
          resolve(description);
        };
        child.once('exit', (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code}`));
        child.once('error', (error) => {
          log.error({ err: error, streamId: order.streamId }, 'driver: trouble with a worker process');
          if (child.pid === undefined) end(error.message);
        });
      });
      return {
        podName: `worker-${order.streamId.slice(-12)}-${order.generation}`,
        podIp,
        inputPort,
        outputPort,
        ended,
        stop() {
          child.kill('SIGTERM');
          graceTimer ??= setTimeout(() => child.kill('SIGKILL'), stopGraceMs);
        },
        kill: () => child.kill('SIGKILL'),
      };
    },
  };
}
