import { RateLimit } from '../../limits/rate-limit';
import type { SrtCaller } from '../../srt/srt-route';

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
  readonly #ofPort: RateLimit;
  readonly #ofNetwork: RateLimit;

  constructor({ ofPort, ofNetwork }: typeof handshakes) {
    this.#ofPort = new RateLimit(ofPort);
    this.#ofNetwork = new RateLimit(ofNetwork);
  }

  take({ address, port }: SrtCaller, network: string, nowMs: number): boolean {
    return this.#ofPort.take(`${address} ${port}`, nowMs) && this.#ofNetwork.take(network, nowMs);
  }

  sweep(nowMs: number): void {
    this.#ofPort.sweep(nowMs);
    this.#ofNetwork.sweep(nowMs);
  }
}
