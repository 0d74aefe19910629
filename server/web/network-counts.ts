import type { Duplex } from 'node:stream';

/** The share of all connections that one network may have; the others always find some. */
const shareOfNetwork = 0.75;

/** Counts open connections by the network that they come from. */
export class NetworkCounts {
  /** How many one network may have. */
  readonly maxOfNetwork: number;
  #total = 0;
  readonly #counts = new Map<string, number>();

  /** @param max how many connections there may be in all */
  constructor(max: number) {
    this.maxOfNetwork = Math.max(1, Math.floor(max * shareOfNetwork));
  }

  /** How many there are of all networks. */
  get total(): number {
    return this.#total;
  }

  isFull(network: string): boolean {
    return this.#countOf(network) >= this.maxOfNetwork;
  }

  /** Counts a connection until its socket is closed. */
  countUntilClosed(network: string, socket: Duplex): void {
    this.#counts.set(network, this.#countOf(network) + 1);
    this.#total++;
    socket.once('close', () => {
      this.#total--;
      const left = this.#countOf(network) - 1;
      if (left > 0) this.#counts.set(network, left);
      else this.#counts.delete(network);
    });
  }

  #countOf(network: string): number {
    return this.#counts.get(network) ?? 0;
  }
}
