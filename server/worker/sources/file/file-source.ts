import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { FileFault } from '@/lib/contracts/file-faults';
import type { WorkerSource } from '@/lib/contracts/worker-protocol';
import { backoffMs } from '@/lib/core/backoff';
import { pause } from '@/lib/core/pause';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import { DatagramCutter } from '../pull/datagram-cutter';
import type { Source, SourceContext, SourceFeed } from '../source';
import { PacketJoiner } from './packet-joiner';
import { readStretches, type Stretch } from './read-stretches';

/** As encoders send by SRT. */
const datagramPackets = 7;
/** Beyond this the disk stood still, or the machine slept: the recording goes on from where it is. */
const maxLateMs = 500;
const usualRetry = { firstMs: 2_000, capMs: 30_000 };

type FileContext = Pick<SourceContext, 'log' | 'reportNow'>;

/** Plays a recording as it was sent, in real time, once or in a loop whose timestamps go on. */
export class FileSource implements Source {
  readonly #source: Extract<WorkerSource, { kind: 'file' }>;
  readonly #context: FileContext;
  readonly #retry: typeof usualRetry;
  #fault: FileFault | undefined;

  constructor(source: Extract<WorkerSource, { kind: 'file' }>, context: FileContext, retry = usualRetry) {
    this.#source = source;
    this.#context = context;
    this.#retry = retry;
  }

  get fileFault(): FileFault | undefined {
    return this.#fault;
  }

  /** Fills the feed until `signal`. A recording that does not play is {@link fileFault}, and no error. */
  async run(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      const output = new PacedOutput(feed, signal, () => {
        this.#fault = undefined;
        failures = 0;
      });
      const fault = await this.#play(output, signal);
      if (signal.aborted) return;
      this.#fault = fault;
      output.end();
      this.#context.reportNow();
      await pause(fault === 'ended' ? Number.POSITIVE_INFINITY : backoffMs(failures, this.#retry), signal);
    }
  }

  /** @returns why it ended */
  async #play(output: PacedOutput, signal: AbortSignal): Promise<FileFault> {
    const { folder, file } = this.#source;
    if (!file) return 'no_recording';
    if (folder === null) return 'no_disk';
    const joiner = new PacketJoiner((packet, ticks) => output.add(packet, ticks));
    try {
      const stretches = await readStretches(folder, file);
      do {
        const { sentPackets } = output;
        for (const stretch of stretches) await this.#playStretch(folder, stretch, { joiner, output, signal });
        joiner.break(stretches.at(-1)?.to !== null);
        await output.drain();
        if (output.sentPackets === sentPackets) return 'unreadable';
      } while (file.loops && !signal.aborted);
      return 'ended';
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.#context.log.info({ err: error }, 'file: a recording cannot be read');
      return code === 'ENOENT' ? 'gone' : 'unreadable';
    }
  }

  async #playStretch(
    folder: string,
    { file, from, to, tables, isBreak }: Stretch,
    { joiner, output, signal }: { joiner: PacketJoiner; output: PacedOutput; signal: AbortSignal },
  ): Promise<void> {
    const addPackets = (bytes: Buffer) => {
      for (let at = 0; at + packetBytes <= bytes.length; at += packetBytes) {
        joiner.addPacket(bytes.subarray(at, at + packetBytes));
      }
    };
    if (isBreak) {
      joiner.break(false);
      // The joiner changes packets in place.
      addPackets(Buffer.from(tables));
    }
    const cutter = new DatagramCutter(addPackets);
    const range = to === null ? { start: from } : { start: from, end: to - 1 };
    for await (const bytes of createReadStream(path.join(folder, file), range)) {
      if (signal.aborted) return;
      cutter.addBytes(bytes as Buffer);
      await output.drain();
    }
  }
}

/** Gives packets to the feed when they are due. */
class PacedOutput {
  readonly #feed: SourceFeed;
  readonly #signal: AbortSignal;
  readonly #onFirst: () => void;
  #waiting: { packet: Buffer; ticks: number }[] = [];
  #datagram: Buffer[] = [];
  #startMs: number | null = null;
  #ticks = -1;
  sentPackets = 0;

  /** @param onFirst is called when the first packet is sent */
  constructor(feed: SourceFeed, signal: AbortSignal, onFirst: () => void) {
    this.#feed = feed;
    this.#signal = signal;
    this.#onFirst = onFirst;
  }

  /** @param ticks when it is due, of 90 kHz since the first one */
  add(packet: Buffer, ticks: number): void {
    this.#waiting.push({ packet, ticks });
  }

  /** Sends all packets that were added, each in its time. */
  async drain(): Promise<void> {
    for (const { packet, ticks } of this.#waiting.splice(0)) {
      if (ticks !== this.#ticks) {
        this.#flush();
        await this.#untilDue(ticks);
        this.#ticks = ticks;
      }
      if (this.#signal.aborted) return;
      this.#datagram.push(packet);
      if (this.#datagram.length === datagramPackets) this.#flush();
    }
  }

  /** Sends the rest. The camera is gone then. */
  end(): void {
    this.#flush();
    if (this.#startMs !== null) this.#feed.lost();
  }

  async #untilDue(ticks: number): Promise<void> {
    const nowMs = performance.now();
    this.#startMs ??= nowMs;
    const waitMs = this.#startMs + ticks / ticksPerMs - nowMs;
    if (waitMs < -maxLateMs) this.#startMs -= waitMs;
    // Also when it is late: the worker reports between two frames.
    await pause(Math.max(0, waitMs), this.#signal);
  }

  #flush(): void {
    if (this.#datagram.length === 0) return;
    if (this.sentPackets === 0) {
      this.#onFirst();
      this.#feed.connected();
    }
    this.sentPackets += this.#datagram.length;
    this.#feed.addDatagram(Buffer.concat(this.#datagram));
    this.#datagram = [];
  }
}
