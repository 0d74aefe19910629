import type { OtherGateway } from '../../store/lease-store';

/** When a reading was sent and answered, by this gateway's clock, and over which connection. */
interface ReadingTime {
  sentAtMs: number;
  answeredAtMs: number;
  connection: number;
}

interface Watched extends OtherGateway {
  /** Its heartbeat stands still at least since then. */
  stillSinceMs: number;
}

/** A gateway that holds no streams is forgotten when its heartbeat has stood still for this long. */
const forgottenAfterMs = 60_000;

export interface DeadGateway {
  gatewayId: string;
  /** The heartbeat that stands still; null where the gateway has no row. */
  heartbeat: number | null;
}

/**
 * Decides which other gateways live, by their heartbeats and this gateway's own clock. A gateway is dead once its
 * heartbeat stands still for `leaseTtlMs` over readings without a gap. A late reading, or one over another connection,
 * restarts the watch, because Postgres may have been away in between.
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
    const isContinuous =
      last !== null && last.connection === time.connection && time.sentAtMs - last.sentAtMs < this.#leaseTtlMs * 0.75;
    const before = isContinuous ? this.#watched : new Map<string, Watched>();
    this.#watched = new Map(
      [...others].map(([id, { heartbeat, hasStreams }]) => {
        const known = before.get(id);
        // The heartbeat may have changed at any moment until this answer.
        const stillSinceMs = known && known.heartbeat === heartbeat ? known.stillSinceMs : time.answeredAtMs;
        return [id, { heartbeat, hasStreams, stillSinceMs }];
      }),
    );
    this.#last = time;
  }

  /** Notes that a reading failed. */
  interrupt(): void {
    this.#last = null;
  }

  /** The dead gateways that hold streams. */
  deadWithStreams(): DeadGateway[] {
    return this.#filter((watched) => watched.hasStreams && this.#isStillFor(watched, this.#leaseTtlMs));
  }

  /** The dead gateways without streams whose rows can be deleted. */
  longDead(): DeadGateway[] {
    return this.#filter((watched) => !watched.hasStreams && this.#isStillFor(watched, forgottenAfterMs));
  }

  /** Whether a gateway is known and not dead. */
  isLiving(gatewayId: string): boolean {
    const watched = this.#watched.get(gatewayId);
    return watched !== undefined && !this.#isStillFor(watched, this.#leaseTtlMs);
  }

  /** Whether all other gateways are dead. */
  isAlone(): boolean {
    return [...this.#watched.keys()].every((gatewayId) => !this.isLiving(gatewayId));
  }

  #filter(matches: (watched: Watched) => boolean): DeadGateway[] {
    return [...this.#watched].flatMap(([gatewayId, watched]) =>
      matches(watched) ? { gatewayId, heartbeat: watched.heartbeat } : [],
    );
  }

  #isStillFor({ stillSinceMs }: Watched, durationMs: number): boolean {
    return this.#last !== null && this.#last.sentAtMs - stillSinceMs >= durationMs;
  }
}
