import { networkOf, siteOf } from '@/lib/core/network-of';
import { RateLimit, type RateLimitOptions } from './rate-limit';

/** Networks of an IPv6 site that may use up a limit each: a site has 256, and one owner. */
const networksOfSite = 4;

/** How often something may happen from one network; of an IPv6 site, four times as often from all its networks. */
export class NetworkLimit {
  readonly #ofNetwork: RateLimit;
  readonly #ofSite: RateLimit;

  constructor(options: RateLimitOptions) {
    const { name, uses, windowSeconds } = options;
    this.#ofNetwork = new RateLimit(options);
    this.#ofSite = new RateLimit({ name: `${name}_site`, uses: uses * networksOfSite, windowSeconds });
  }

  /**
   * Counts a use from an address.
   * @param key what is used, where that counts apart
   * @returns null where it is allowed, else in how many seconds one will be
   */
  use(address: string, key?: string): Promise<number | null> {
    return this.#ask(address, key, (limit, of) => limit.use(of));
  }

  /** Counts nothing. @returns null where a use is left, else in how many seconds there will be one */
  check(address: string, key?: string): Promise<number | null> {
    return this.#ask(address, key, (limit, of) => limit.check(of));
  }

  /** Forgets the uses from the address's network. */
  async clear(address: string, key?: string): Promise<void> {
    await this.#ofNetwork.clear(keyOf(networkOf(address), key));
  }

  async #ask(
    address: string,
    key: string | undefined,
    ask: (limit: RateLimit, of: string) => Promise<number | null>,
  ): Promise<number | null> {
    const site = siteOf(address);
    const waits = await Promise.all([
      ask(this.#ofNetwork, keyOf(networkOf(address), key)),
      site === null ? null : ask(this.#ofSite, keyOf(site, key)),
    ]);
    return waits.find((waitSeconds) => waitSeconds !== null) ?? null;
  }
}

const keyOf = (network: string, key: string | undefined): string => (key === undefined ? network : `${network} ${key}`);
