import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { backoffMs } from '@/lib/core/backoff';
import { workerPartEnv } from '@/lib/platform/env/worker-env';
import type { Logger } from '@/lib/platform/log';
import type { FeedSubscriber } from '../feed';
import { RandomAccessPoints } from '../mpegts/random-access-points';
import { firstCall } from '../srt/first-call';
import { isPortTaken } from '../srt/srt-fault';
import type { SrtListenerOptions } from '../srt/srt-listener-url';
import { interruptionFrame, messageFrame, tablesFrame } from './output-frames';

/** What the process has not taken: later messages are left out, so that neither memory nor delay grows. */
const maxQueuedBytes = 4 * 1024 * 1024;
const restart = { firstMs: 100, capMs: 5_000 };

export interface SrtOutputOptions {
  workerId: string;
  listener: SrtListenerOptions;
  log: Logger;
}

/** What the process gets as its only message. */
export interface SrtOutputTask {
  workerId: string;
  listener: SrtListenerOptions;
}

/**
 * Gives viewers the camera's own packets, from a process of its own: what a viewer sends reaches libsrt, which one of them
 * can hold up or end, and neither the camera nor the room may notice. The process is started by the first datagram at its
 * port, for most streams have no viewers, and ended when it is idle.
 */
export class SrtOutput implements FeedSubscriber {
  readonly #options: SrtOutputOptions;
  #randomAccessPoints = new RandomAccessPoints();
  #process: ChildProcess | undefined;
  #isBehind = false;

  constructor(options: SrtOutputOptions) {
    this.#options = options;
  }

  /** Serves viewers for as long as this process lives. @throws WorkerFault where another program has the port */
  async run(): Promise<never> {
    for (let failures = 0; ; ) {
      await this.#untilCalled();
      const isIdle = await this.#serve();
      failures = isIdle ? 0 : failures + 1;
      if (!isIdle) await sleep(backoffMs(failures, restart));
    }
  }

  connected(): void {
    // Viewers who wait are let in at the camera's first keyframe.
  }

  message(message: Buffer): void {
    const entry = this.#randomAccessPoints.push(message);
    if (!this.#process) return;
    if (entry !== null) this.#write(tablesFrame(this.#randomAccessPoints.tables));
    this.#write(messageFrame(message, entry));
  }

  /** What the camera sends next is another stream, into which viewers have to be let anew. */
  lost(): void {
    this.#randomAccessPoints = new RandomAccessPoints();
    this.#write(interruptionFrame());
  }

  /** Waits for the first viewer. @throws WorkerFault where another program has the port */
  async #untilCalled(): Promise<void> {
    const { listener, log } = this.#options;
    for (let failures = 0; ; ) {
      try {
        return await firstCall(listener, 'viewers');
      } catch (error) {
        if (isPortTaken(error)) throw error;
        log.warn({ err: error }, 'SRT output: no listener');
        await sleep(backoffMs(failures++, restart));
      }
    }
  }

  /** @returns whether it ended for want of viewers */
  async #serve(): Promise<boolean> {
    const { workerId, listener, log } = this.#options;
    const child = fork(fileURLToPath(new URL('./srt-output.mjs', import.meta.url)), {
      stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
      env: workerPartEnv(),
    });
    log.info({ pid: child.pid }, 'SRT output: started');
    let isIdle = false;
    child.once('message', () => {
      isIdle = true;
      child.kill('SIGKILL');
    });
    // What it has not taken when it ends is of no use to anyone.
    child.stdin?.on('error', (error) => log.debug({ err: error }, 'SRT output: not written'));
    const ended = once(child, 'exit');
    const task: SrtOutputTask = { workerId, listener };
    child.send(task, () => undefined);
    this.#process = child;
    this.#isBehind = false;
    this.#write(tablesFrame(this.#randomAccessPoints.tables));
    const [code, signal] = await ended.catch((error: unknown) => [error, null]);
    this.#process = undefined;
    if (!isIdle) log.warn({ code, signal }, 'SRT output: its process has ended');
    return isIdle;
  }

  #write(frame: Buffer): void {
    const input = this.#process?.stdin;
    if (!input?.writable) return;
    const isFull = input.writableLength > maxQueuedBytes;
    if (this.#isBehind && !isFull) input.write(interruptionFrame());
    this.#isBehind = isFull;
    if (!isFull) input.write(frame);
  }
}
