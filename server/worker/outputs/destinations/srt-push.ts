import { AV_LOG_QUIET, AVIO_FLAG_NONBLOCK, AVIO_FLAG_WRITE, type AVIOFlag } from 'node-av/constants';
import { FFmpegError, IOContext, Log } from 'node-av/lib';
import type { DestinationTask } from '@/lib/contracts/destination-tasks';
import type { HostRights } from '@/lib/core/pull-networks';
import { hostOf, urlHost } from '@/lib/core/url-host';
import { DestinationFault } from './destination-fault';
import { addressesToCall } from './open-socket';
import type { Push } from './push';

/** For a way through the internet. The receiver may ask for more. */
const latencyUs = 500_000;
const connectTimeoutMs = 4_000;
/** libsrt gives up by its own clock: sooner, the other side has said no. */
const timeoutToleranceMs = 500;
const payloadBytes = 1_316;

// It would log addresses with their stream ids.
Log.setLevel(AV_LOG_QUIET);

/** A caller that sends MPEG-TS by SRT. */
export class SrtPush implements Push {
  readonly ended: Promise<never>;
  readonly behindMs = 0;
  readonly droppedFrames = 0;
  readonly #io: IOContext;
  #fail: (fault: DestinationFault) => void = () => undefined;
  #sentBytes = 0;
  #isWatching = false;
  #isOver = false;

  private constructor(io: IOContext) {
    this.#io = io;
    this.ended = new Promise((_, reject) => {
      this.#fail = reject;
    });
    // Its failure is heard of by those who wait for it.
    this.ended.catch(() => undefined);
  }

  /** Calls the receiver. @throws DestinationFault */
  static async open(task: DestinationTask, rights: HostRights): Promise<SrtPush> {
    const url = new URL(task.address);
    const port = Number(url.port);
    const [address] = await addressesToCall(hostOf(url), port, rights);
    const io = new IOContext();
    const startedMs = performance.now();
    // Writing must not wait: a receiver that takes too little is given up.
    const flags = (AVIO_FLAG_WRITE | AVIO_FLAG_NONBLOCK) as AVIOFlag;
    const opened = await io.open2(srtCallerUrl({ ...task, host: address, port }), flags);
    if (opened >= 0) {
      // Each write goes out as one SRT message.
      io.direct = 1;
      return new SrtPush(io);
    }
    const isLate = performance.now() - startedMs > connectTimeoutMs - timeoutToleranceMs;
    throw new DestinationFault(isLate ? 'unreachable' : 'refused');
  }

  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Takes the camera's next message. @param entry where in it a receiver can begin; null: nowhere */
  addMessage(message: Buffer, entry: number | null, tables: Buffer): void {
    if (this.#isWatching) this.#write(message);
    else if (entry !== null) {
      this.#isWatching = true;
      this.#write(tables);
      this.#write(message.subarray(entry));
    }
  }

  /** Data is missing: it goes on at the next keyframe. */
  interrupt(): void {
    this.#isWatching = false;
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#io.closep().catch(() => undefined);
  }

  #write(bytes: Buffer): void {
    for (let offset = 0; offset < bytes.length && !this.#isOver; offset += payloadBytes) {
      const part = bytes.subarray(offset, offset + payloadBytes);
      this.#io.writeSync(part);
      if (this.#io.error < 0) {
        this.#fail(new DestinationFault('closed', new FFmpegError(this.#io.error).message));
        this.close();
        return;
      }
      this.#sentBytes += part.length;
    }
  }
}

interface SrtCall extends Pick<DestinationTask, 'key' | 'passphrase'> {
  host: string;
  port: number;
}

/** The address with which FFmpeg calls an SRT receiver. */
function srtCallerUrl({ host, port, key, passphrase }: SrtCall): string {
  const options = new URLSearchParams({
    mode: 'caller',
    transtype: 'live',
    latency: String(latencyUs),
    // In milliseconds, unlike all other times of FFmpeg.
    connect_timeout: String(connectTimeoutMs),
    payload_size: String(payloadBytes),
  });
  const secrets = [
    ...(key ? [`streamid=${encodeURIComponent(key)}`] : []),
    ...(passphrase ? [`passphrase=${encodeURIComponent(passphrase)}`] : []),
  ];
  return `srt://${urlHost(host)}:${port}?${[options, ...secrets].join('&')}`;
}
