import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { log } from '@/lib/platform/log';
import { FeedFrameReader } from '../../feed/feed-frames';
import { InStep, type InStepReading } from './in-step';
import type { SrtOutputTask } from './srt-output';
import { SrtPlayers } from './srt-players';

/*
 * The program of the process that serves a stream's players; see srt-output.ts. It reads its task and the camera's
 * messages from standard input, after the mark in its argument. Without players for a while it ends. A note says the
 * camera's clock at the keyframe that follows, or null: players are no longer kept in step.
 */

const idleAfterMs = 10_000;
const goodbyeTimeoutMs = 500;

Log.setLevel(AV_LOG_FATAL);
process.on('SIGINT', () => undefined);

/** Ends by a signal, because libsrt's accept keeps a process from exiting. */
const end = (signal: NodeJS.Signals) => process.kill(process.pid, signal);

let players: SrtPlayers | undefined;
let inStep: InStep | null = null;
let releaseTimer: NodeJS.Timeout | undefined;
const frames = new FeedFrameReader(process.argv[2] ?? '', {
  start: (task) => serve(task as SrtOutputTask),
  message: (message, entry) => (inStep ?? players)?.message(message, entry),
  setTables: (tables) => (inStep ?? players)?.setTables(tables),
  interrupt: () => (inStep ?? players)?.interrupt(),
  note: (note) => followClock(note as InStepReading | null),
});
process.stdin.on('data', (bytes: Buffer) => {
  frames.addBytes(bytes);
  release();
});
// The output was stopped, or the worker is gone.
process.stdin.once('end', () => void goodbye());
process.stdin.once('error', () => end('SIGKILL'));

function followClock(reading: InStepReading | null): void {
  if (reading === null) inStep = null;
  else if (players) {
    inStep ??= new InStep(players);
    inStep.follow(reading);
  }
}

/** Hands the players what is due, now and whenever more is. */
function release(): void {
  clearTimeout(releaseTimer);
  const waitMs = inStep?.release() ?? null;
  if (waitMs !== null) releaseTimer = setTimeout(release, waitMs);
}

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
