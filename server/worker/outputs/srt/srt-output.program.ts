import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { log } from '@/lib/platform/log';
import { OutputFrameReader } from '../process/output-frames';
import type { SrtOutputTask } from './srt-output';
import { SrtViewers } from './srt-players';

/*
 * The program of the process that serves a stream's viewers; see srt-output.ts. It gets its task and the camera's messages
 * at its standard input, behind the mark that is its argument; without viewers for a while it ends.
 */

const idleAfterMs = 10_000;

Log.setLevel(AV_LOG_FATAL);
process.on('SIGINT', () => undefined);

/** By a signal, for libsrt's accept keeps a process from exiting. */
const end = (signal: NodeJS.Signals) => process.kill(process.pid, signal);

let viewers: SrtViewers | undefined;
const frames = new OutputFrameReader(process.argv[2] ?? '', {
  start: (task) => serve(task as SrtOutputTask),
  message: (message, entry) => viewers?.message(message, entry),
  setTables: (tables) => viewers?.setTables(tables),
  interrupt: () => viewers?.interrupt(),
});
process.stdin.on('data', (bytes: Buffer) => frames.push(bytes));
// The worker is gone.
process.stdin.once('end', () => end('SIGKILL'));
process.stdin.once('error', () => end('SIGKILL'));

function serve({ workerId, listener }: SrtOutputTask): void {
  process.title = `sightline-srt-output ${workerId}`;
  const opened = new SrtViewers(Object.assign(listener, { log: log.child({ workerId }) }));
  viewers = opened;
  let servedMs = performance.now();
  setInterval(() => {
    if (opened.count > 0) servedMs = performance.now();
    else if (performance.now() - servedMs > idleAfterMs) end('SIGTERM');
  }, 1_000);
  opened.run().catch((error: unknown) => {
    log.fatal({ err: error }, 'SRT output: failed');
    end('SIGKILL');
  });
}
