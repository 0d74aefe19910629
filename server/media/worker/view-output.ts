import { setTimeout as sleep } from 'node:timers/promises';
import { FFmpegError, FormatContext, Packet, Rational } from 'node-av/lib';
import { backoffMs } from '@/lib/core/backoff';
import type { Logger } from '@/lib/core/log';

/** What a viewer may be behind before it is dropped: two seconds of 8 Mbit/s. */
const maxPendingBytes = 2 * 1024 * 1024;

export interface ViewOutputOptions {
  host: string;
  port: number;
  latencyMs: number;
  log: Logger;
}

/**
 * The view address: an SRT listener that gives every caller the camera's own packets. FFmpeg accepts one caller per
 * opened listener, so another is opened as soon as one has come.
 */
export class ViewOutput {
  #options: ViewOutputOptions;
  #viewers = new Set<Viewer>();

  constructor(options: ViewOutputOptions) {
    this.#options = options;
  }

  /** Accepts viewers for as long as the process lives. */
  async run(): Promise<never> {
    for (let failures = 0; ; ) {
      try {
        const viewer = await Viewer.accept(this.#options);
        failures = 0;
        this.#viewers.add(viewer);
        void viewer.closed.then((reason) => {
          this.#viewers.delete(viewer);
          this.#options.log.info({ reason }, 'view: viewer gone');
        });
      } catch (error) {
        this.#options.log.warn({ err: error }, 'view: no listener');
        await sleep(backoffMs(failures++, { firstMs: 100, capMs: 5_000 }));
      }
    }
  }

  /** Gives every viewer the camera's next SRT message. */
  write(message: Buffer): void {
    for (const viewer of this.#viewers) viewer.write(message);
  }
}

class Viewer {
  /** Settles once, with the reason in words. */
  readonly closed: Promise<string>;
  #close: (reason: string) => void = () => undefined;
  #context: FormatContext;
  #packet = new Packet();
  #queue: Buffer[] = [];
  #pendingBytes = 0;
  #isWriting = false;
  #isClosed = false;

  private constructor(context: FormatContext) {
    this.#context = context;
    this.#packet.alloc();
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
  }

  /** Waits for one caller. @throws Error when the address cannot be listened on */
  static async accept({ host, port, latencyMs }: ViewOutputOptions): Promise<Viewer> {
    const url = `srt://${host}:${port}?${new URLSearchParams({
      mode: 'listener',
      transtype: 'live',
      latency: String(latencyMs * 1000),
    })}`;
    const context = new FormatContext();
    // The `data` muxer writes what it is given and knows nothing of what is in it.
    FFmpegError.throwIfError(context.allocOutputContext2(null, 'data', url), 'allocate the view output');
    const stream = context.newStream(null);
    stream.timeBase = new Rational(1, 90_000);
    try {
      FFmpegError.throwIfError(await context.openOutput(), `listen for SRT viewers on ${host}:${port}`);
      FFmpegError.throwIfError(await context.writeHeader(null), 'start the view output');
    } catch (error) {
      await context.closeOutput();
      throw error;
    }
    return new Viewer(context);
  }

  write(message: Buffer): void {
    if (this.#isClosed) return;
    this.#queue.push(message);
    this.#pendingBytes += message.length;
    if (this.#pendingBytes > maxPendingBytes) this.#end('too slow');
    else void this.#drain();
  }

  #end(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#queue = [];
    this.#context.interrupt();
    if (!this.#isWriting) void this.#free();
    this.#close(reason);
  }

  async #drain(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    for (let message = this.#queue.shift(); message; message = this.#queue.shift()) {
      this.#pendingBytes -= message.length;
      this.#packet.data = message;
      const written = await this.#context.writeFrame(this.#packet);
      this.#packet.unref();
      if (written < 0) this.#end(new FFmpegError(written).message);
    }
    this.#isWriting = false;
    if (this.#isClosed) await this.#free();
  }

  async #free(): Promise<void> {
    this.#packet.free();
    await this.#context.closeOutput();
  }
}
