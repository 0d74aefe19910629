import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientPlan, DriverOrder, DriverReport } from './cable-driver-protocol';

/** A single process with thousands of clients would be late itself, and blame the server. */
const clientsPerDriver = 250;
/** Asking twenty processes more often costs what is to be measured. */
const pollMs = 250;

/** Many clients of a cable server, spread over driver processes, each with a loopback address of its own. */
export class CableCrowd {
  readonly #drivers: ChildProcess[] = [];
  readonly #program: string;

  /** @param program the bundled driver */
  constructor(program = 'dist/cable.driver.mjs') {
    this.#program = program;
  }

  get processCount(): number {
    return this.#drivers.length;
  }

  /**
   * Opens clients, waits until all their subscriptions are confirmed.
   * @param plan of the client of this index, but for the address it comes from
   */
  async connect(count: number, plan: (index: number) => Omit<ClientPlan, 'localAddress'>): Promise<void> {
    const plans = Array.from({ length: count }, (_, index) => ({
      ...plan(index),
      localAddress: `127.0.1.${Math.floor(index / clientsPerDriver) + 1}`,
    }));
    while (this.#drivers.length * clientsPerDriver < count) {
      this.#drivers.push(fork(this.#program, { serialization: 'advanced' }));
    }
    await Promise.all(
      this.#drivers.map((driver, index) => {
        const clients = plans.slice(index * clientsPerDriver, (index + 1) * clientsPerDriver);
        return ask(driver, { type: 'connect', clients });
      }),
    );
  }

  /** The sum of what the drivers say. The ages are those since the last report. */
  async report(): Promise<DriverReport> {
    const reports = await Promise.all(this.#drivers.map((driver) => ask(driver, { type: 'report' })));
    const sum = (read: (report: DriverReport) => number) => reports.reduce((total, report) => total + read(report), 0);
    return {
      subscribedClients: sum(({ subscribedClients }) => subscribedClients),
      rejections: sum(({ rejections }) => rejections),
      reasons: [...new Set(reports.flatMap(({ reasons }) => reasons))],
      agesMs: Float64Array.from(reports.flatMap(({ agesMs }) => [...agesMs])),
    };
  }

  /** Waits until so many clients have all their subscriptions. */
  async untilSubscribed(count: number, timeoutMs: number): Promise<void> {
    const deadlineMs = performance.now() + timeoutMs;
    while ((await this.report()).subscribedClients < count) {
      if (performance.now() > deadlineMs) throw new Error(`not ${count} clients subscribed within ${timeoutMs} ms`);
      await sleep(pollMs);
    }
  }

  async disconnect(): Promise<void> {
    await Promise.all(this.#drivers.map((driver) => ask(driver, { type: 'disconnect' })));
  }

  /** Ends the drivers. */
  stop(): void {
    for (const driver of this.#drivers.splice(0)) driver.disconnect();
  }
}

async function ask(driver: ChildProcess, order: DriverOrder): Promise<DriverReport> {
  const answer = once(driver, 'message');
  driver.send(order);
  const [report]: DriverReport[] = await answer;
  if (!report) throw new Error('a driver gave no report');
  return report;
}
