import { TokenBucket, TokenBuckets } from '@/lib/core/token-bucket';
import type { SrtCaller, SrtDirection } from '../../srt/srt-route';

/** More sources than this at once are forged or a botnet; then their limits start again. */
const maxKeys = 8_192;

/**
 * Limits handshake datagrams of unproven sources; libsrt sends four a second while it waits. The limit of an address is
 * generous, because others can forge it and a venue's cameras share one.
 */
const handshakes = {
  ofPort: { perSecond: 100, burst: 200, maxKeys },
  ofNetwork: { perSecond: 5_000, burst: 10_000, maxKeys },
};

/** Limits for calls of proven sources. Each call costs a look-up. */
const calls = {
  ofPort: { perSecond: 10, burst: 40, maxKeys },
  ofNetwork: { perSecond: 1_500, burst: 3_000, maxKeys },
};

/**
 * Limits how often one source may call. Each UDP port of an address has its own limit, so that one flooding socket does
 * not block the others. All ports of the address share another.
 */
export class CallerLimits {
  readonly #handshakes = new SourceLimit(handshakes);
  readonly #calls = new SourceLimit(calls);

  /** Whether this source may send another handshake datagram. @param network of the caller; see networkOf */
  allowsHandshake(caller: SrtCaller, network: string, nowMs: number): boolean {
    return this.#handshakes.take(caller, network, nowMs);
  }

  /** Whether this source, whose cookie is valid, may make another call. */
  allowsCall(caller: SrtCaller, network: string, nowMs: number): boolean {
    return this.#calls.take(caller, network, nowMs);
  }

  /** Forgets sources that have been quiet. */
  sweep(nowMs: number): void {
    this.#handshakes.sweep(nowMs);
    this.#calls.sweep(nowMs);
  }
}

class SourceLimit {
  readonly #ofPort: TokenBuckets;
  readonly #ofNetwork: TokenBuckets;

  constructor({ ofPort, ofNetwork }: typeof handshakes) {
    this.#ofPort = new TokenBuckets(ofPort);
    this.#ofNetwork = new TokenBuckets(ofNetwork);
  }

  take({ address, port }: SrtCaller, network: string, nowMs: number): boolean {
    return this.#ofPort.take(`${address} ${port}`, nowMs) && this.#ofNetwork.take(network, nowMs);
  }

  sweep(nowMs: number): void {
    this.#ofPort.sweep(nowMs);
    this.#ofNetwork.sweep(nowMs);
  }
}

/** Room above the limit of a camera for resent packets, and for the worker to see the excess and name it. */
const cameraHeadroom = 1.25;
/** A player sends acknowledgements and loss reports alone. */
const playerKbps = 4_000;
const bytesPerKilobit = 125;
/** A small datagram costs its receivers about as much as one of this size. */
const minDatagramBytes = 300;
const burstSeconds = 1;
/** A caller is disconnected after this long above its budget without a second below it. */
const beyondForMs = 5_000;
const withinForMs = 1_000;

/** One caller's budget of bytes in the router. */
export class CallerBudget {
  readonly #bytes: TokenBucket;
  #beyondSinceMs = Number.NEGATIVE_INFINITY;
  #beyondAtMs = Number.NEGATIVE_INFINITY;

  /** @param maxBitrateKbps of a camera @param nowMs by performance.now() */
  constructor(direction: SrtDirection, maxBitrateKbps: number, nowMs: number) {
    const kbps = direction === 'ingest' ? cameraHeadroom * maxBitrateKbps : playerKbps;
    const perSecond = kbps * bytesPerKilobit;
    this.#bytes = new TokenBucket({ perSecond, burst: perSecond * burstSeconds }, nowMs);
  }

  /** Spends what a datagram costs. @returns false where too little is left; the datagram is then to be dropped */
  spend(datagramBytes: number, nowMs: number): boolean {
    if (this.#bytes.take(nowMs, Math.max(minDatagramBytes, datagramBytes))) return true;
    if (nowMs - this.#beyondAtMs > withinForMs) this.#beyondSinceMs = nowMs;
    this.#beyondAtMs = nowMs;
    return false;
  }

  /** Whether the caller has been beyond its budget for seconds. To be asked when {@link spend} has refused. */
  get isExhausted(): boolean {
    return this.#beyondAtMs - this.#beyondSinceMs > beyondForMs;
  }
}
