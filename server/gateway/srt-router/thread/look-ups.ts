/** Look-ups take milliseconds, so these limits matter only while Postgres is away. */
const maxOfNetwork = 256;
const maxOfPort = 16_384;

/** Counts the callers of one public port whose keys are being looked up. They have no slot yet, and take memory. */
export class LookUps {
  readonly #ofNetwork = new Map<string, number>();
  #total = 0;

  /** @param network of the caller; see networkOf @returns whether another look-up is within the limits */
  begin(network: string): boolean {
    const count = this.#ofNetwork.get(network) ?? 0;
    if (count >= maxOfNetwork || this.#total >= maxOfPort) return false;
    this.#ofNetwork.set(network, count + 1);
    this.#total++;
    return true;
  }

  end(network: string): void {
    const count = this.#ofNetwork.get(network) ?? 0;
    if (count > 1) this.#ofNetwork.set(network, count - 1);
    else this.#ofNetwork.delete(network);
    this.#total--;
  }
}
