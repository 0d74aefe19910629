import { once } from 'node:events';
import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { z } from 'zod';
import { pullTaskSchema } from '@/lib/contracts/pull-try';
import { placedWorkerSpecSchema } from '@/lib/contracts/worker-protocol';
import { workerSpecFromEnv } from '@/lib/platform/env/worker-env';
import { log } from '@/lib/platform/log';
import { runWorker } from './run-worker';
import { SourceOpener } from './sources/source-opener';
import { tryPull } from './try-pull';

/*
 * The worker's program: gets its spec from the environment variable WORKER_SPEC or as the only message of its IPC
 * channel, and runs it. In place of a spec, a task has it try an address and answer. While it waits for its spec it ends with its parent. Once it has one, it outlives the gateway
 * that started it.
 */

// FFmpeg would write its own lines beside the log; its return codes say what fails.
Log.setLevel(AV_LOG_FATAL);

const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
// Ctrl-C reaches the whole group; the gateway says when to go.
process.on('SIGINT', () => undefined);
// Includes unhandled rejections. The report names the error as the reason.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'worker: uncaught error');
  stop.abort(new Error(error instanceof Error ? error.message : String(error), { cause: error }));
});

async function main(): Promise<void> {
  try {
    // Loads before there is a spec.
    const sources = new SourceOpener();
    const spec = workerSpecFromEnv() ?? (await receiveSpec());
    if (spec && 'workerId' in spec) await runWorker(spec, stop.signal, sources);
    else if (spec) await answer(await tryPull(spec));
  } catch (error) {
    log.fatal({ err: error }, 'worker: failed');
  }
  endProcess();
}

/**
 * @returns null where the parent goes, or asks this worker to, before it has sent one
 * @throws Error where there is no parent to send one
 */
async function receiveSpec() {
  if (process.connected === undefined) throw new Error('A worker needs its spec: by IPC, or in WORKER_SPEC.');
  const waiting = new AbortController();
  const giveUp = () => waiting.abort();
  process.once('disconnect', giveUp);
  stop.signal.addEventListener('abort', giveUp);
  // The parent may have gone while this worker was loading.
  if (!process.connected || stop.signal.aborted) return null;
  try {
    const [message] = await once(process, 'message', { signal: waiting.signal });
    return z.union([placedWorkerSpecSchema, pullTaskSchema]).parse(message);
  } catch (error) {
    if (waiting.signal.aborted) return null;
    throw error;
  } finally {
    process.off('disconnect', giveUp);
  }
}

/** Tells the parent, and waits until that is on its way. */
const answer = (finding: object): Promise<unknown> =>
  new Promise((resolve) => process.send?.(finding, undefined, undefined, resolve));

/**
 * Ends this process by a signal, because no exit code works: exiting waits forever for the threads that listen for SRT,
 * whose accept nothing interrupts. The last report says why the process ends.
 */
function endProcess(): void {
  process.removeAllListeners('SIGTERM');
  process.kill(process.pid, 'SIGTERM');
}

// No `await`, because the bundle is a script; see cached-main.ts. That one ends this process at once when the build calls it:
// a thread that were loading node-av by then would crash it.
setImmediate(main);
