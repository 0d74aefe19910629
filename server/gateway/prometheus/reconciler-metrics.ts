import { Counter, Gauge, type Registry } from 'prom-client';
import type { BuiltReconciler } from '../reconciler/build-reconciler';

/** Registers how the gateway keeps up with its streams. */
export function registerReconcilerMetrics(
  register: Registry,
  { reconciler, registry: streams, leases }: Pick<BuiltReconciler, 'reconciler' | 'registry' | 'leases'>,
  maxStreams: number,
): void {
  const registers = [register];
  new Gauge({
    name: 'sightline_gateway_capacity_streams',
    help: 'How many streams this gateway runs at most.',
    registers,
  }).set(maxStreams);
  new Gauge({
    name: 'sightline_gateway_full',
    help: 'Whether this gateway has no room for another stream: 1 or 0.',
    registers,
    collect() {
      this.set(leases.isFull ? 1 : 0);
    },
  });
  new Gauge({
    name: 'sightline_workers',
    help: 'Workers of this gateway: found (it is unknown whether they live), queued for their start, running.',
    labelNames: ['phase'],
    registers,
    collect() {
      this.reset();
      for (const phase of ['found', 'queued', 'running']) this.set({ phase }, 0);
      for (const { worker } of streams.values()) if (worker) this.inc({ phase: worker.phase });
    },
  });
  new Gauge({
    name: 'sightline_reconciler_lag_seconds',
    help: 'How long ago the reconciler finished a pass; one is due every second.',
    registers,
    collect() {
      this.set(reconciler.activity.lastPassAgeMs / 1_000);
    },
  });
  new Gauge({
    name: 'sightline_lease_reading_age_seconds',
    help: 'How long ago Postgres answered the reading of this gateway’s leases; one is due every second.',
    registers,
    collect() {
      this.set(leases.readingAgeMs / 1_000);
    },
  });
  new Counter({
    name: 'sightline_reconciler_passes_total',
    help: 'Passes of the reconciler.',
    registers,
    collect() {
      this.reset();
      this.inc(reconciler.activity.passCount);
    },
  });
  new Counter({
    name: 'sightline_reconciler_pass_seconds_total',
    help: 'What the passes of the reconciler have taken together.',
    registers,
    collect() {
      this.reset();
      this.inc(reconciler.activity.passTotalMs / 1_000);
    },
  });
}
