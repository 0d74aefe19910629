import { nextStatus, type StreamTransition } from '@/lib/use-cases/streams/state/stream-state';
import { answerTimeoutMs, type LeaseReading, type OtherGateway } from '@/server/gateway/store/lease-store';
import type { LeasedStream } from '@/server/gateway/store/leased-stream';
import type { SeededRandom } from '../../random';
import { between, type SimulatedTime } from './simulated-time';

export interface SimulatedRow extends LeasedStream {
  leaseOwner: string | null;
}

/** Runs a callback of a process once that is not paused, and never after it was killed. */
export type Gate = (run: () => void) => void;

const needsGateway = ({ status }: SimulatedRow): boolean => /provisioning|active|stopping/.test(status);

/** The tables of the leases, with the semantics of the SQL: each transaction happens in one moment. */
export class SimulatedPostgres {
  readonly streams: SimulatedRow[] = [];
  readonly gateways = new Map<string, number>();
  outage: 'none' | 'refused' | 'frozen' = 'none';
  /** Counts the outages in which all connections were lost. */
  dropCount = 0;
  readonly #time: SimulatedTime;
  readonly #random: SeededRandom;

  constructor(time: SimulatedTime, random: SeededRandom) {
    this.#time = time;
    this.#random = random;
  }

  beginOutage(kind: 'refused' | 'frozen', durationMs: number): void {
    if (this.outage !== 'none') return;
    this.outage = kind;
    if (kind === 'refused') this.dropCount++;
    this.#time.after(durationMs, () => {
      this.outage = 'none';
    });
  }

  /** Runs a transaction at a moment between request and answer. The answer may be lost. */
  ask<Result>(gate: Gate, run: () => Result): Promise<Result> {
    const sentDrops = this.dropCount;
    return new Promise((resolve, reject) => {
      const fail = (delayMs: number) =>
        void this.#time.after(delayMs, () => gate(() => reject(new Error('Postgres is away'))));
      const isSlow = this.#random.integer(50) === 0;
      const requestMs = isSlow ? between(this.#random, 300, 1_200) : between(this.#random, 1, 15);
      this.#time.after(requestMs, () => {
        if (this.dropCount !== sentDrops || this.outage === 'refused') return fail(1);
        if (this.outage === 'frozen') return fail(answerTimeoutMs - requestMs);
        const result = run();
        const answerMs = between(this.#random, 1, isSlow ? 600 : 15);
        this.#time.after(answerMs, () => {
          if (this.dropCount !== sentDrops) return fail(0);
          if (this.outage === 'frozen' || requestMs + answerMs > answerTimeoutMs)
            return fail(answerTimeoutMs - requestMs);
          gate(() => resolve(result));
        });
      });
    });
  }

  renew(gatewayId: string, connection: number): LeaseReading {
    this.gateways.set(gatewayId, (this.gateways.get(gatewayId) ?? this.#random.integer(1e9)) + 1);
    const others = new Map<string, OtherGateway>();
    for (const [id, heartbeat] of this.gateways) {
      if (id !== gatewayId) others.set(id, { heartbeat, hasStreams: this.#ofOwner(id).length > 0 });
    }
    for (const { leaseOwner } of this.streams.filter(needsGateway)) {
      if (leaseOwner && leaseOwner !== gatewayId && !this.gateways.has(leaseOwner)) {
        others.set(leaseOwner, { heartbeat: null, hasStreams: true });
      }
    }
    return { streams: this.streams.filter((row) => row.leaseOwner === gatewayId).map(copyOf), others, connection };
  }

  claimFree(gatewayId: string, limit: number): LeasedStream[] {
    return this.#claim(
      gatewayId,
      this.streams.filter((row) => needsGateway(row) && !row.leaseOwner),
      limit,
    );
  }

  claimFrom(gatewayId: string, dead: string, heartbeat: number | null, limit: number): LeasedStream[] {
    if ((this.gateways.get(dead) ?? null) !== heartbeat) return [];
    const claimed = this.#claim(gatewayId, this.#ofOwner(dead), limit);
    if (this.#ofOwner(dead).length === 0) this.gateways.delete(dead);
    return claimed;
  }

  release(gatewayId: string, node: string | null): void {
    for (const row of this.streams.filter(({ leaseOwner }) => leaseOwner === gatewayId)) {
      row.leaseOwner = null;
      if (row.worker?.node === node) row.worker = null;
    }
    this.gateways.delete(gatewayId);
  }

  transition(streamId: string, transition: StreamTransition, matches: (row: SimulatedRow) => boolean): void {
    const row = this.streams.find(({ id }) => id === streamId);
    if (!row || !matches(row)) return;
    const status = nextStatus(row.status, transition);
    if (status === row.status) return;
    row.status = status;
    if (transition === 'start_requested') row.generation++;
    if (transition === 'worker_failed' || transition === 'worker_stopped') {
      row.leaseOwner = null;
      row.worker = null;
    }
  }

  #ofOwner(gatewayId: string): SimulatedRow[] {
    return this.streams.filter((row) => row.leaseOwner === gatewayId && needsGateway(row));
  }

  #claim(gatewayId: string, rows: SimulatedRow[], limit: number): LeasedStream[] {
    const claimed = rows.slice(0, limit);
    for (const row of claimed) row.leaseOwner = gatewayId;
    return claimed.map(copyOf);
  }
}

const copyOf = (row: SimulatedRow): LeasedStream => structuredClone(row);
