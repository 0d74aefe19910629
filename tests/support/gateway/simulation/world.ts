import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { aloneGraceMs } from '@/server/gateway/reconciler/leases/lease-holder';
import { SeededRandom } from '../../random';
import { SimulatedGateway } from './simulated-gateway';
import { SimulatedPostgres, type SimulatedRow } from './simulated-postgres';
import { between, SimulatedTime } from './simulated-time';
import type { SimulatedWorker } from './simulated-worker';

const disturbedMs = 120_000;
/** After the last disturbance, until all streams are as desired. */
const calmMs = aloneGraceMs + 35_000;
const usualStreamCount = 3;
/** Longer than the longest pause of a gateway. */
const afterLostLeaseMs = 16_000;

/** Gateways on two nodes, their workers, Postgres, and random disturbances; the same for the same seed. */
export class World {
  readonly random: SeededRandom;
  readonly time = new SimulatedTime();
  readonly postgres: SimulatedPostgres;
  readonly workers: SimulatedWorker[] = [];
  readonly gateways: SimulatedGateway[] = [];
  /** The log of the run, to find the cause of a violation. */
  readonly log: string[] = [];
  readonly violations: string[] = [];
  /** Whether programs wait for a processor, on all nodes. */
  isTooBusy = false;
  #isNetworkCut = false;
  #leaseLostAtMs = Number.NEGATIVE_INFINITY;

  private constructor(seed: number, streamCount = usualStreamCount) {
    this.random = new SeededRandom(seed);
    this.postgres = new SimulatedPostgres(this.time, this.random);
    for (let index = 0; index < streamCount; index++) this.postgres.streams.push(rowOf(index));
  }

  /** For {@link World.run}. */
  static disturbed(seed: number): World {
    const world = new World(seed);
    world.startGateway('gateway-a', 'node-1', 0);
    world.startGateway('gateway-b', 'node-1', between(world.random, 0, 20_000));
    world.startGateway('gateway-c', 'node-2', between(world.random, 0, 20_000));
    return world;
  }

  /** Nothing happens in it but what a test does. Its gateways are on one node. */
  static calm(seed: number, gatewayIds: string[], streamCount?: number): World {
    const world = new World(seed, streamCount);
    for (const id of gatewayIds) world.startGateway(id, 'node-1', 0);
    return world;
  }

  async run(): Promise<void> {
    this.#disturb();
    await this.time.runUntil(disturbedMs + calmMs);
  }

  /** The streams that are not in their desired state. */
  unserved(): string[] {
    return this.postgres.streams.flatMap(({ id, status }) => {
      const count = this.workers.filter(({ spec, isRunning }) => isRunning && spec.streamId === id).length;
      const isServed = status === 'active' ? count === 1 : status === 'stopped' && count === 0;
      return isServed ? [] : `${id} is ${status} with ${count} workers`;
    });
  }

  startGateway(id: string, node: string, delayMs: number): void {
    this.time.after(delayMs, () => {
      this.#note(`${id} starts`);
      this.gateways.push(new SimulatedGateway(this, id, node));
    });
  }

  addWorker(worker: SimulatedWorker): SimulatedWorker {
    const { workerId, streamId } = worker.spec;
    this.#note(`${workerId} starts on ${worker.node}`);
    worker.onEnded.push((how) => this.#note(`${workerId} ends: ${how}`));
    const other = this.workers.find(({ isRunning, spec }) => isRunning && spec.streamId === streamId);
    if (other) this.violations.push(`${workerId} and ${other.spec.workerId} run at ${this.time.nowMs} ms`);
    this.workers.push(worker);
    return worker;
  }

  reaches(oneNode: string, otherNode: string): boolean {
    return oneNode === otherNode || !this.#isNetworkCut;
  }

  #note(what: string): void {
    this.log.push(`${(this.time.nowMs / 1_000).toFixed(3)} ${what}`);
  }

  #disturb(): void {
    this.time.after(between(this.random, 100, 6_000), () => {
      if (this.time.nowMs > disturbedMs) return;
      this.#disturbances[this.random.integer(this.#disturbances.length)]?.();
      this.#disturb();
    });
  }

  readonly #disturbances = [
    () => this.#pauseGateway(),
    () => this.#pauseGateway(),
    () => this.#killGateway(),
    () => this.#beginOutage(),
    () => this.#loseLease(),
    () => this.#cutNetwork(),
    () => this.#pick(this.workers.filter(({ isRunning }) => isRunning))?.end('killed'),
    () => this.#press('start_requested'),
    () => this.#press('stop_requested'),
    () => this.#press('start_requested'),
  ];

  #pick<Thing>(things: Thing[]): Thing | undefined {
    return things[this.random.integer(Math.max(1, things.length))];
  }

  #living(): SimulatedGateway | undefined {
    return this.#pick(this.gateways.filter(({ isAlive }) => isAlive));
  }

  #pauseGateway(): void {
    const durationMs = between(this.random, 100, 15_000);
    const gateway = this.#living();
    this.#note(`${gateway?.id} is paused for ${durationMs} ms`);
    gateway?.pause(durationMs);
  }

  #killGateway(): void {
    const gateway = this.#living();
    if (!gateway) return;
    this.#note(`${gateway.id} is killed`);
    gateway.kill();
    this.startGateway(gateway.id, gateway.node, between(this.random, 100, 20_000));
  }

  #beginOutage(): void {
    if (this.time.nowMs - this.#leaseLostAtMs < afterLostLeaseMs) return;
    const durationMs = between(this.random, 100, 25_000);
    const kind = this.random.integer(2) === 0 ? 'refused' : 'frozen';
    this.#note(`Postgres is away for ${durationMs} ms, ${kind}`);
    this.postgres.beginOutage(kind, durationMs);
  }

  /** Clears a lease by hand; its gateway can notice that before Postgres goes away. */
  #loseLease(): void {
    const row = this.#pick(this.postgres.streams);
    if (!row || this.postgres.outage !== 'none') return;
    this.#note(`${row.id} is released from ${row.leaseOwner} by hand`);
    row.leaseOwner = null;
    this.#leaseLostAtMs = this.time.nowMs;
  }

  #cutNetwork(): void {
    this.#note('the nodes do not reach each other');
    this.#isNetworkCut = true;
    this.time.after(between(this.random, 100, 20_000), () => {
      this.#isNetworkCut = false;
    });
  }

  #press(transition: 'start_requested' | 'stop_requested'): void {
    const row = this.#pick(this.postgres.streams);
    if (!row || this.postgres.outage !== 'none') return;
    this.#note(`${transition} of ${row.id}`);
    this.postgres.transition(row.id, transition, () => true);
    // As stopStream() does for a stream that no gateway holds.
    if (!row.leaseOwner && !row.worker) this.postgres.transition(row.id, 'worker_stopped', () => true);
  }
}

const rowOf = (index: number): SimulatedRow => ({
  id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  organizationId: 'organization',
  eventId: 'event',
  eventName: 'Event',
  name: `Camera ${index}`,
  number: 1,
  sourceKind: 'srt',
  pullTarget: null,
  fileSource: null,
  streamKey: `key-${index}`,
  viewKey: `view-key-${index}`,
  participantIdentity: `camera-${index}`,
  passphrase: null,
  program: null,
  audioTrack: null,
  audioDelayMs: 0,
  spare: null,
  latency: 'internet',
  rttMs: null,
  bondedLinks: null,
  status: 'provisioning',
  signal: 'none',
  lostAt: null,
  media: null,
  findings: [],
  alarms: defaultAlarms,
  alarmsMutedUntil: null,
  generation: 1,
  recordingId: null,
  playersDelayMs: null,
  worker: null,
  shareLinks: [],
  destinations: [],
  leaseOwner: null,
});
