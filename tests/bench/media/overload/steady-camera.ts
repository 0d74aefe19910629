import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { favour } from './favour';

const reconnectAfterMs = 500;

/**
 * An encoder that sends a recording over and over, and nearly needs no processor for it. Its timestamps go on where it has
 * to connect again, so that each frame that was not recorded shows.
 */
export class SteadyCamera {
  readonly #stopped = new AbortController();
  readonly #startedAtMs = performance.now();
  #child: ChildProcess | undefined;
  #cutCount = 0;

  /** @param latencyMs the SRT latency that it asks for: as long as that it can send again what is missing */
  constructor(file: string, url: string, latencyMs: number) {
    void this.#run(file, `${url}&latency=${latencyMs * 1_000}&pkt_size=1316&connect_timeout=3000`);
  }

  /** How often its connection has ended. */
  get cutCount(): number {
    return this.#cutCount;
  }

  stop(): void {
    this.#stopped.abort();
    this.#child?.kill('SIGKILL');
  }

  async #run(file: string, url: string): Promise<void> {
    const { signal } = this.#stopped;
    for (; !signal.aborted; this.#cutCount++) {
      const offsetSeconds = (performance.now() - this.#startedAtMs) / 1_000;
      const child = spawn(
        'ffmpeg',
        [
          ...['-hide_banner', '-loglevel', 'error', '-re', '-stream_loop', '-1', '-i', file, '-c', 'copy'],
          ...['-output_ts_offset', offsetSeconds.toFixed(3), '-flush_packets', '1', '-f', 'mpegts', url],
        ],
        { stdio: 'ignore', detached: true },
      );
      this.#child = child;
      favour(child.pid);
      await new Promise((resolve) => child.once('close', resolve));
      await sleep(reconnectAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
