import { once } from 'node:events';
import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { log } from '@/lib/platform/log';
import { OutputFrameReader } from './output-frames';
import type { SrtOutputTask } from './srt-output';
import { SrtViewers } from './srt-viewers';

/*
 * The program of the process that serves a stream's viewers; see srt-output.ts. It gets its task as the only message of its
 * IPC channel, and the camera's messages at its standard input; without viewers it says that it is idle.
 */

const idleAfterMs = 10_000;

Log.setLevel(AV_LOG_FATAL);
process.on('SIGINT', () => undefined);
// By a signal, for libsrt's accept keeps a process from exiting.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const [task]: SrtOutputTask[] = await once(process, 'message');
if (!task) throw new Error('The SRT output needs a task');
process.title = `sightline-srt-output ${task.workerId}`;
const viewers = new SrtViewers(Object.assign(task.listener, { log: log.child({ workerId: task.workerId }) }));
const frames = new OutputFrameReader(viewers);
process.stdin.on('data', (bytes: Buffer) => frames.push(bytes));

let servedMs = performance.now();
setInterval(() => {
  if (viewers.count > 0) servedMs = performance.now();
  else if (performance.now() - servedMs > idleAfterMs) process.send?.('idle');
}, 1_000);

await viewers.run().catch((error: unknown) => {
  log.fatal({ err: error }, 'SRT output: failed');
  process.kill(process.pid, 'SIGKILL');
});
