interface Watch {
  untilMs: number;
  /** The auth sessions that have been made to leave. */
  removed: Set<string>;
  /** One of them has come back: somebody tries. */
  isContested: boolean;
}

/** The organizations in which auth sessions have ended lately, and may come back with room tokens that still hold. */
export class WatchList {
  readonly #durationMs: number;
  readonly #watches = new Map<string, Watch>();

  /** @param durationMs how long an organization is watched, after an auth session has ended or was made to leave */
  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  /** Watches an organization from now on, or for longer. */
  watch(organizationId: string): void {
    this.#extend(organizationId);
  }

  /** Notes that these auth sessions were made to leave just now: until then, LiveKit may have renewed their tokens. */
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

  /** Whether somebody who was made to leave has come back. */
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
