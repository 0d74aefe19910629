import type { Duplex } from 'node:stream';

/** Share of all connections that one network may have, so that the others always find some. */
const shareOfNetwork = 0.75;

/** Counts open connections by their network. */
export class NetworkCounts {
  /** Maximum of one network. */
  readonly maxOfNetwork: number;
  #total = 0;
  readonly #counts = new Map<string, number>();

  /** @param max of all networks together */
  constructor(max: number) {
    this.maxOfNetwork = Math.max(1, Math.floor(max * shareOfNetwork));
  }

  /** The number of all networks together. */
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
