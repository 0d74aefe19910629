import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AVIO_FLAG_NONBLOCK, AVIO_FLAG_WRITE, type AVIOFlag } from 'node-av/constants';
import { FFmpegError, IOContext } from 'node-av/lib';
import { backoffMs } from '@/lib/core/backoff';
import type { Logger } from '@/lib/platform/log';
import { srtFault } from '../../srt-listener/srt-fault';
import { type SrtListenerOptions, srtListenerUrl } from '../../srt-listener/srt-listener-url';

export interface SrtViewersOptions extends SrtListenerOptions {
  log: Logger;
}

/**
 * An SRT listener that gives every caller the camera's own packets from the next keyframe on. FFmpeg accepts one caller
 * per opened listener, so another is opened as soon as one has come.
 */
export class SrtViewers {
  #options: SrtViewersOptions;
  #viewers = new Set<Viewer>();
  #tables: Buffer = Buffer.alloc(0);

  constructor(options: SrtViewersOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#viewers.size;
  }

  /** Accepts viewers for as long as the process lives. @throws WorkerFault where another program has the port */
  async run(): Promise<never> {
    for (let failures = 0; ; ) {
      const viewer = await Viewer.accept(this.#options);
      if (typeof viewer !== 'number') {
        failures = 0;
        this.#viewers.add(viewer);
        // At once: the router sees by it that the next viewer may call.
        this.#send(viewer, this.#tables);
        continue;
      }
      const fault = srtFault(viewer, 'viewers', this.#options);
      if (viewer === -constants.errno.EADDRINUSE) throw fault;
      this.#options.log.warn({ err: fault }, 'SRT output: no listener');
      await sleep(backoffMs(failures++, { firstMs: 100, capMs: 5_000 }));
    }
  }

  /** The program's tables have changed. */
  setTables(tables: Buffer): void {
    this.#tables = tables;
  }

  /** @param entry where in it a player can begin; null where it cannot */
  message(message: Buffer, entry: number | null): void {
    for (const viewer of this.#viewers) {
      if (viewer.isWatching) this.#send(viewer, message);
      else if (entry !== null) {
        viewer.isWatching = true;
        this.#send(viewer, this.#tables);
        this.#send(viewer, message.subarray(entry));
      }
    }
  }

  /** Something is missing: viewers begin again where a player can. */
  interrupt(): void {
    for (const viewer of this.#viewers) viewer.isWatching = false;
  }

  #send(viewer: Viewer, bytes: Buffer): void {
    const failure = bytes.length > 0 && this.#viewers.has(viewer) ? viewer.write(bytes) : null;
    if (!failure) return;
    const { log } = this.#options;
    this.#viewers.delete(viewer);
    log.info({ reason: failure.message }, 'SRT output: viewer gone');
    viewer.close().catch((error: unknown) => log.warn({ err: error }, 'SRT output: a viewer did not close'));
  }
}

/** One caller of the listener. */
class Viewer {
  /** Has had the tables and a keyframe. */
  isWatching = false;
  #io: IOContext;

  private constructor(io: IOContext) {
    this.#io = io;
  }

  /** Waits for one caller. @returns FFmpeg's error code where the address cannot be listened on */
  static async accept(options: SrtListenerOptions): Promise<Viewer | number> {
    const io = new IOContext();
    // Writing must not wait: a viewer whose buffer in libsrt is full is an error, and given up.
    const opened = await io.open2(srtListenerUrl(options), (AVIO_FLAG_WRITE | AVIO_FLAG_NONBLOCK) as AVIOFlag);
    if (opened < 0) return opened;
    // What is written goes out as it is, as one SRT message.
    io.direct = 1;
    return new Viewer(io);
  }

  /** @returns why the viewer is lost, if it is */
  write(message: Buffer): Error | null {
    this.#io.writeSync(message);
    return this.#io.error < 0 ? new FFmpegError(this.#io.error) : null;
  }

  async close(): Promise<void> {
    await this.#io.closep();
  }
}
