import { firstPermitMs, type WorkerAddress, type WorkerSpec } from '@/lib/contracts/worker-protocol';
import type { SeededRandom } from '../../random';
import { idleReport } from '../worker-reports';
import type { SimulatedGateway } from './simulated-gateway';
import { between, type SimulatedTime } from './simulated-time';

const reportIntervalMs = 1_000;
const answerTimeoutMs = 10_000;

/** A worker by lib/contracts/worker-protocol.ts, without media. */
export class SimulatedWorker {
  readonly spec: WorkerSpec;
  readonly node: string;
  readonly address: WorkerAddress;
  isRunning = true;
  readonly onEnded: ((how: string) => void)[] = [];
  readonly #time: SimulatedTime;
  readonly #random: SeededRandom;
  #gateway: SimulatedGateway;
  #permittedUntilMs: number;
  #cancelExpiry: () => void = () => undefined;
  #isReady = false;
  #isEnding = false;

  constructor(spec: WorkerSpec, gateway: SimulatedGateway, time: SimulatedTime, random: SeededRandom) {
    this.spec = spec;
    this.node = gateway.node;
    this.#gateway = gateway;
    this.#time = time;
    this.#random = random;
    this.address = { host: spec.workerId, inputPort: 1, outputPort: 2, controlPort: 3 };
    this.#permittedUntilMs = time.nowMs + firstPermitMs;
    this.#time.after(between(random, 200, 2_000), () => this.#load());
    this.#expire();
  }

  /** PUT /gateway */
  follow(gateway: SimulatedGateway): void {
    this.#gateway = gateway;
    this.#report();
  }

  /** Requests the end, which takes up to a second. */
  requestEnd(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.isRunning) return resolve();
      this.onEnded.push(() => resolve());
      if (this.#isEnding) return;
      this.#isEnding = true;
      this.#time.after(between(this.#random, 1, 1_000), () => this.end('as requested'));
    });
  }

  end(how: string): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    for (const notify of this.onEnded) notify(how);
  }

  #load(): void {
    this.#isReady = true;
    this.#reportAgain();
  }

  #reportAgain(): void {
    if (!this.isRunning) return;
    this.#report();
    this.#time.after(reportIntervalMs, () => this.#reportAgain());
  }

  #report(): void {
    const sentAtMs = this.#time.nowMs;
    const report = { ...idleReport, generation: this.spec.generation, ready: this.#isReady };
    this.#gateway.receive(this.node, this.spec.workerId, report, (answer) => {
      if (!this.isRunning || this.#time.nowMs - sentAtMs > answerTimeoutMs) return;
      if (answer === 'dismissed') this.end('dismissed');
      if (typeof answer === 'string') return;
      this.#permittedUntilMs = sentAtMs + answer.validForMs;
      this.#expire();
    });
  }

  #expire(): void {
    if (!this.isRunning) return;
    const leftMs = this.#permittedUntilMs - this.#time.nowMs;
    this.#cancelExpiry();
    if (leftMs <= 0) this.end('no permit');
    else this.#cancelExpiry = this.#time.after(leftMs, () => this.#expire());
  }
}
