import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Bus } from '../bus/bus';
import { pool } from '../db/pool';
import { productVersion } from '../process/product-version';
import { isMachineTooBusy } from '../processor-load';

/** The Prometheus metrics of every program: Node's own figures, its version, the bus and the database. */
export function programMetrics(program: 'web' | 'gateway', bus: Bus): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'sightline_build_info',
    help: 'Always 1; its labels say what runs.',
    labelNames: ['program', 'version', 'node'],
    registers,
  }).set({ program, version: productVersion(), node: process.versions.node }, 1);
  new Gauge({
    name: 'sightline_machine_too_busy',
    help: 'Whether programs of this machine wait for a processor for longer than media may: 1 or 0.',
    registers,
    collect() {
      this.set(isMachineTooBusy() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'sightline_bus_listening',
    help: 'Whether this process hears what others publish: 1 or 0.',
    registers,
    collect() {
      const { isListening, isHearing } = bus.health;
      this.set(isListening && isHearing ? 1 : 0);
    },
  });
  new Gauge({
    name: 'sightline_bus_lag_seconds',
    help: 'From publishing a message to hearing it in the same process, by the last probe.',
    registers,
    collect() {
      const { lagMs } = bus.health;
      if (lagMs === null) this.reset();
      else this.set(lagMs / 1_000);
    },
  });
  new Gauge({
    name: 'sightline_database_connections',
    help: 'Connections to Postgres by what they do, and queries that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = pool();
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  return registry;
}
