import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { backoffMs } from '@/lib/core/backoff';
import { workerPartEnv } from '@/lib/platform/env/worker-env';
import type { Logger } from '@/lib/platform/log';
import type { FeedSubscriber } from '../../feed/feed';
import { RandomAccessPoints } from '../../media/mpegts/random-access-points';
import { firstCall } from '../../srt-listener/first-call';
import { isPortTaken } from '../../srt-listener/srt-fault';
import type { SrtListenerOptions } from '../../srt-listener/srt-listener-url';
import { interruptionFrame, messageFrame, tablesFrame, taskFrame } from '../process/output-frames';
import { ProcessStarter } from '../process/process-starter';

/** What the process has not taken: later messages are left out, so that neither memory nor delay grows. */
const maxQueuedBytes = 4 * 1024 * 1024;
/** The process has ended itself, for it has had no viewers for a while. */
const idleStatus = 128 + constants.signals.SIGTERM;
const restart = { firstMs: 100, capMs: 5_000 };

export interface SrtOutputOptions {
  workerId: string;
  listener: SrtListenerOptions;
  log: Logger;
}

/** What the process is to do. */
export interface SrtOutputTask {
  workerId: string;
  listener: SrtListenerOptions;
}

/**
 * Gives viewers the camera's own packets, from a process of its own: what a viewer sends reaches libsrt, which one of them
 * can hold up or end, and neither the camera nor the room may notice. The process is started by the first datagram at its
 * port, for most streams have no viewers, and ends when it is idle.
 */
export class SrtOutput implements FeedSubscriber {
  readonly #options: SrtOutputOptions;
  #randomAccessPoints = new RandomAccessPoints();
  readonly #starter = new ProcessStarter(
    [process.execPath, ...process.execArgv, fileURLToPath(new URL('./srt-output.mjs', import.meta.url))],
    workerPartEnv(),
  );
  #isStarted = false;
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
    if (!this.#isStarted) return;
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
    const mark = randomBytes(16).toString('hex');
    const ended = this.#starter.run(mark);
    log.info('SRT output: started');
    const task: SrtOutputTask = { workerId, listener };
    const { input } = this.#starter;
    input.write(mark);
    input.write(taskFrame(task));
    this.#isStarted = true;
    this.#isBehind = false;
    this.#write(tablesFrame(this.#randomAccessPoints.tables));
    const status = await ended;
    this.#isStarted = false;
    const isIdle = status === idleStatus;
    if (!isIdle) log.warn({ status }, 'SRT output: its process has ended');
    return isIdle;
  }

  #write(frame: Buffer): void {
    const { input } = this.#starter;
    if (!this.#isStarted || !input.writable) return;
    const isFull = input.writableLength > maxQueuedBytes;
    if (this.#isBehind && !isFull) input.write(interruptionFrame());
    this.#isBehind = isFull;
    if (!isFull) input.write(frame);
  }
}
