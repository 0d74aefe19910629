import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { log } from '@/lib/platform/log';
import { OutputFrameReader } from '../process/output-frames';
import type { SrtOutputTask } from './srt-output';
import { SrtPlayers } from './srt-players';

/*
 * The program of the process that serves a stream's players; see srt-output.ts. It reads its task and the camera's
 * messages from standard input, after the mark in its argument. Without players for a while it ends.
 */

const idleAfterMs = 10_000;
const goodbyeTimeoutMs = 500;

Log.setLevel(AV_LOG_FATAL);
process.on('SIGINT', () => undefined);

/** Ends by a signal, because libsrt's accept keeps a process from exiting. */
const end = (signal: NodeJS.Signals) => process.kill(process.pid, signal);

let players: SrtPlayers | undefined;
const frames = new OutputFrameReader(process.argv[2] ?? '', {
  start: (task) => serve(task as SrtOutputTask),
  message: (message, entry) => players?.message(message, entry),
  setTables: (tables) => players?.setTables(tables),
  interrupt: () => players?.interrupt(),
});
process.stdin.on('data', (bytes: Buffer) => frames.addBytes(bytes));
// The output was stopped, or the worker is gone.
process.stdin.once('end', () => void goodbye());
process.stdin.once('error', () => end('SIGKILL'));

/** Closes the players' connections, so that they need not time out. */
async function goodbye(): Promise<void> {
  setTimeout(() => end('SIGKILL'), goodbyeTimeoutMs);
  await players?.close();
  end('SIGKILL');
}

function serve({ workerId, listener }: SrtOutputTask): void {
  process.title = `sightline-srt-output ${workerId}`;
  const opened = new SrtPlayers(Object.assign(listener, { log: log.child({ workerId }) }));
  players = opened;
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
