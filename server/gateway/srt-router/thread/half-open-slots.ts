/** A caller with a known key whose connection is not open yet. */
export interface HalfOpenCaller {
  /** See networkOf. */
  network: string;
  streamId: string;
  /** Its slot went to a newer caller. */
  onDisplaced(): void;
}

export interface HalfOpenLimits {
  ofNetwork: number;
  ofStream: number;
  ofPort: number;
}

/** A control room's players or a venue's cameras call at once and share an address. */
const defaultLimits: HalfOpenLimits = { ofNetwork: 64, ofStream: 64, ofPort: 1_024 };

/**
 * The half-open callers of one public port. When there are too many, the network with the most loses its oldest, from
 * its largest stream. So nobody can take another network's slot or, with their own key, that of another stream behind
 * the same address.
 */
export class HalfOpenSlots {
  readonly #limits: HalfOpenLimits;
  /** In the order of arrival. */
  readonly #callers = new Set<HalfOpenCaller>();

  constructor(limits = defaultLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#callers.size;
  }

  /** Takes a slot, which may displace another caller, or this one. */
  take(caller: HalfOpenCaller): void {
    const { ofNetwork, ofStream, ofPort } = this.#limits;
    this.#callers.add(caller);
    this.#limit(ofNetwork, caller, ({ network }) => network === caller.network);
    this.#limit(ofStream, caller, ({ streamId }) => streamId === caller.streamId);
    this.#limit(ofPort, caller, () => true);
  }

  /** Frees a slot, if the caller has one. */
  free(caller: HalfOpenCaller): void {
    this.#callers.delete(caller);
  }

  #limit(max: number, newcomer: HalfOpenCaller, isRival: (caller: HalfOpenCaller) => boolean): void {
    if (this.#callers.size <= max) return;
    const rivals = [...this.#callers].filter(isRival);
    if (rivals.length <= max) return;
    const ofNetwork = largestGroup(rivals, newcomer, ({ network }) => network);
    const [oldest] = largestGroup(ofNetwork, newcomer, ({ streamId }) => streamId);
    if (!oldest) return;
    this.#callers.delete(oldest);
    oldest.onDisplaced();
  }
}

/** The largest group of callers with the same key, in the order of arrival; among equal groups the newcomer's. */
function largestGroup(
  callers: HalfOpenCaller[],
  newcomer: HalfOpenCaller,
  keyOf: (caller: HalfOpenCaller) => string,
): HalfOpenCaller[] {
  const groups = new Map<string, HalfOpenCaller[]>();
  for (const caller of callers) {
    const group = groups.get(keyOf(caller));
    if (group) group.push(caller);
    else groups.set(keyOf(caller), [caller]);
  }
  let largest = groups.get(keyOf(newcomer)) ?? [];
  for (const group of groups.values()) {
    if (group.length > largest.length) largest = group;
  }
  return largest;
}
