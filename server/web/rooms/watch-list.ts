interface Watch {
  untilMs: number;
  /** The removed auth sessions. */
  removed: Set<string>;
  /** One of them keeps coming back. */
  isContested: boolean;
}

/**
 * The organizations in which auth sessions have recently ended, and may return with room tokens that are still valid.
 */
export class WatchList {
  readonly #durationMs: number;
  readonly #watches = new Map<string, Watch>();

  /** @param durationMs how long to watch an organization after an auth session has ended or was removed */
  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  /** Watches an organization from now on, or for longer. */
  watch(organizationId: string): void {
    this.#extend(organizationId);
  }

  /** Notes that these auth sessions were removed just now: until then, LiveKit may have renewed their tokens. */
  noteRemoved(organizationId: string, authSessionIds: Set<string>): void {
    if (authSessionIds.size === 0) return;
    const watch = this.#extend(organizationId);
    for (const id of authSessionIds) {
      if (watch.removed.has(id)) watch.isContested = true;
      watch.removed.add(id);
    }
  }

  /** The organizations to watch now. */
  organizations(): string[] {
    for (const [organizationId, { untilMs }] of this.#watches) {
      if (untilMs < performance.now()) this.#watches.delete(organizationId);
    }
    return [...this.#watches.keys()];
  }

  get isEmpty(): boolean {
    return this.#watches.size === 0;
  }

  /** Whether a removed viewer has come back. */
  get isContested(): boolean {
    return [...this.#watches.values()].some(({ isContested }) => isContested);
  }

  #extend(organizationId: string): Watch {
    const watch = this.#watches.get(organizationId) ?? { untilMs: 0, removed: new Set(), isContested: false };
    watch.untilMs = performance.now() + this.#durationMs;
    this.#watches.set(organizationId, watch);
    return watch;
  }
}
