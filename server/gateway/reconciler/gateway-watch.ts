import type { OtherGateway } from '../store/lease-store';

/** When the reading was asked for and answered, by this gateway's clock, and by which connection. */
interface ReadingTime {
  sentAtMs: number;
  answeredAtMs: number;
  connection: number;
}

interface Watched extends OtherGateway {
  /** At the latest since then its heartbeat has stood still. */
  stillSinceMs: number;
}

/** A gateway that holds no streams is forgotten when its heartbeat has stood still for this long. */
const forgottenAfterMs = 60_000;

export interface DeadGateway {
  gatewayId: string;
  /** The one that stands still. */
  heartbeat: number | null;
}

/**
 * Tells whether other gateways live, by their heartbeats and this gateway's own clock. One is dead whose heartbeat has
 * stood still for `leaseTtlMs`, over readings without a gap: where this gateway read late, or by another connection, so
 * that Postgres may have been away in between, the watch begins anew.
 */
export class GatewayWatch {
  readonly #leaseTtlMs: number;
  #watched = new Map<string, Watched>();
  #last: ReadingTime | null = null;

  constructor(leaseTtlMs: number) {
    this.#leaseTtlMs = leaseTtlMs;
  }

  note(others: Map<string, OtherGateway>, time: ReadingTime): void {
    const last = this.#last;
    const goesOn =
      last !== null && last.connection === time.connection && time.sentAtMs - last.sentAtMs < this.#leaseTtlMs * 0.75;
    const before = goesOn ? this.#watched : new Map<string, Watched>();
    this.#watched = new Map(
      [...others].map(([id, { heartbeat, hasStreams }]) => {
        const known = before.get(id);
        // It may have beaten at any moment until this answer.
        const stillSinceMs = known && known.heartbeat === heartbeat ? known.stillSinceMs : time.answeredAtMs;
        return [id, { heartbeat, hasStreams, stillSinceMs }];
      }),
    );
    this.#last = time;
  }

  /** A reading failed. */
  interrupt(): void {
    this.#last = null;
  }

  /** The dead gateways that hold streams. */
  deadWithStreams(): DeadGateway[] {
    return this.#those((watched) => watched.hasStreams && this.#isStillFor(watched, this.#leaseTtlMs));
  }

  /** The gateways without streams that are to be forgotten. */
  longDead(): DeadGateway[] {
    return this.#those((watched) => !watched.hasStreams && this.#isStillFor(watched, forgottenAfterMs));
  }

  /** It has not been seen to be dead. */
  isLiving(gatewayId: string): boolean {
    const watched = this.#watched.get(gatewayId);
    return watched !== undefined && !this.#isStillFor(watched, this.#leaseTtlMs);
  }

  /** All other gateways are dead. */
  isAlone(): boolean {
    return [...this.#watched.keys()].every((gatewayId) => !this.isLiving(gatewayId));
  }

  #those(isMeant: (watched: Watched) => boolean): DeadGateway[] {
    return [...this.#watched].flatMap(([gatewayId, watched]) =>
      isMeant(watched) ? { gatewayId, heartbeat: watched.heartbeat } : [],
    );
  }

  #isStillFor({ stillSinceMs }: Watched, durationMs: number): boolean {
    return this.#last !== null && this.#last.sentAtMs - stillSinceMs >= durationMs;
  }
}
