import type { SenderReading } from '@/lib/contracts/sender-reading';
import { minOf } from '@/lib/core/extremes';
import { payloadPrint } from '@/lib/core/payload-print';

/** Holds more than two seconds of the highest bitrate that cameras may send. */
const keptMessages = 8_192;
/** A packet that its gateway has named comes within the largest SRT latency, or never. */
const awaitedMs = 12_000;
/** The least of the last three seconds: the gateway names four packets a second. */
const keptDelays = 12;
/** A smaller change is none. */
const noticeableMs = 1.5;
/** Bound of a connection's own error while its gateway has named no packet. */
const unmeasuredMs = 20;

/** The time between the sending and the arrival of a camera's packets. The same object until it changes. */
export interface Delay {
  ms: number;
  uncertaintyMs: number;
}

/**
 * How long a camera's packets take from their sending until this worker reads them. Mostly that is the SRT latency. A
 * handshake that libsrt handled late makes it longer for the whole connection, and the way's round trip is in it, too.
 * The gateway says when some packets were sent; they are found among those that came.
 */
export class SendingDelay {
  readonly #now: () => number;
  readonly #prints = new Uint32Array(keptMessages);
  readonly #arrivedMs = new Float64Array(keptMessages);
  #count = 0;
  /** Whether libsrt has dropped packets of this connection: later ones have other places here than on their way. */
  #hasDrops = false;
  /** Times of sending by the packets that are still to come. */
  readonly #awaited = new Map<number, { sentMs: number; byIndex: boolean; sinceMs: number }>();
  #delays: number[] = [];
  #measured: Delay | null = null;
  #latencyMs: number | null = null;
  #wayMs = 0;
  #uncertaintyMs = 0;
  #assumed: Delay | null = null;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Null while nothing is known. */
  get delay(): Delay | null {
    return this.#measured ?? this.#assumed;
  }

  /** Whether packets of this connection were found. */
  get isMeasured(): boolean {
    return this.#measured !== null;
  }

  /** Whether the way from the camera to its gateway is in it. */
  get includesWay(): boolean {
    return this.isMeasured || this.#wayMs > 0;
  }

  /** The negotiated receive latency of the camera's SRT connection, also of the last one; null while unknown. */
  set srtLatencyMs(latencyMs: number | null) {
    this.#latencyMs = latencyMs;
    this.#assume();
  }

  /** A camera has connected. */
  restart(): void {
    this.#count = 0;
    this.#hasDrops = false;
    this.#awaited.clear();
    this.#delays = [];
    this.#measured = null;
    this.#wayMs = 0;
    this.#assume();
  }

  /** Takes a message of the camera as it arrives. Allocates nothing unless its time of sending is known. */
  addMessage(bytes: Buffer): void {
    const nowMs = this.#now();
    const print = payloadPrint(bytes, 0);
    const index = this.#count++;
    if (this.#awaited.size > 0) {
      this.#meet(print, false, nowMs);
      this.#meet(index, true, nowMs);
    }
    this.#prints[index % keptMessages] = print;
    this.#arrivedMs[index % keptMessages] = nowMs;
  }

  /** Packets are missing among the messages. Later ones are no longer known by their place; what was measured holds. */
  noteDrops(): void {
    if (this.#hasDrops) return;
    this.#hasDrops = true;
    for (const [key, { byIndex }] of this.#awaited) if (byIndex) this.#awaited.delete(key);
  }

  /** Takes the gateway's reading of the last second. */
  follow({ packets, byIndex, wayMs, uncertaintyMs }: SenderReading): void {
    this.#wayMs = wayMs;
    this.#uncertaintyMs = uncertaintyMs;
    this.#assume();
    const nowMs = this.#now();
    if (byIndex && this.#hasDrops) return;
    for (const [key, { sinceMs }] of this.#awaited) if (nowMs - sinceMs > awaitedMs) this.#awaited.delete(key);
    for (const [key, sentMs] of packets) {
      const arrived = byIndex ? this.#arrivalAt(key) : this.#arrivalsOf(key);
      if (arrived === 'awaited') this.#awaited.set(key, { sentMs, byIndex, sinceMs: nowMs });
      else if (arrived !== 'ambiguous') this.#addDelay(arrived - sentMs);
    }
  }

  #meet(key: number, byIndex: boolean, nowMs: number): void {
    const awaited = this.#awaited.get(key);
    if (!awaited || awaited.byIndex !== byIndex) return;
    this.#awaited.delete(key);
    if (byIndex || this.#arrivalsOf(key) === 'awaited') this.#addDelay(nowMs - awaited.sentMs);
  }

  #arrivalAt(index: number): number | 'awaited' | 'ambiguous' {
    if (index >= this.#count) return 'awaited';
    return index < this.#count - keptMessages ? 'ambiguous' : (this.#arrivedMs[index % keptMessages] ?? 'ambiguous');
  }

  /** Padding and silence repeat themselves, so only a payload that came once tells. */
  #arrivalsOf(print: number): number | 'awaited' | 'ambiguous' {
    const kept = Math.min(this.#count, keptMessages);
    const first = this.#prints.indexOf(print);
    if (first < 0 || first >= kept) return 'awaited';
    const second = this.#prints.indexOf(print, first + 1);
    return second >= 0 && second < kept ? 'ambiguous' : (this.#arrivedMs[first] ?? 'ambiguous');
  }

  #addDelay(ms: number): void {
    // A packet that came before it was sent, or hours later, is another one.
    if (ms < -unmeasuredMs || ms > awaitedMs) return;
    this.#delays = [...this.#delays.slice(1 - keptDelays), ms];
    const min = minOf(this.#delays);
    const measured = this.#measured;
    const isSame = measured && Math.abs(measured.ms - min) < noticeableMs;
    if (!isSame) this.#measured = { ms: min, uncertaintyMs: this.#uncertaintyMs };
  }

  #assume(): void {
    const ms = this.#latencyMs === null ? null : this.#latencyMs + this.#wayMs;
    if (ms === null) this.#assumed = null;
    else if (this.#assumed?.ms !== ms) this.#assumed = { ms, uncertaintyMs: unmeasuredMs + this.#wayMs };
  }
}
