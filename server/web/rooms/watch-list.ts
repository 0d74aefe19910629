interface Watch {
  untilMs: number;
  /** The auth sessions that have been made to leave. */
  removed: Set<string>;
  /** One of them has come back: somebody tries. */
  isContested: boolean;
}

/** The organizations in which auth sessions have ended lately, and may come back with room tokens that still hold. */
export class WatchList {
  readonly #watches = new Map<string, Watch>();

  /** Watches an organization for so long from now on. */
  add(organizationId: string, durationMs: number): void {
    const known = this.#watches.get(organizationId);
    const untilMs = performance.now() + durationMs;
    if (known) known.untilMs = untilMs;
    else this.#watches.set(organizationId, { untilMs, removed: new Set(), isContested: false });
  }

  /** Notes that these auth sessions have just been made to leave. */
  noteRemoved(organizationId: string, authSessionIds: Iterable<string>): void {
    const watch = this.#watches.get(organizationId);
    if (!watch) return;
    for (const id of new Set(authSessionIds)) {
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
}
