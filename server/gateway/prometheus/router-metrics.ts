import { Counter, Gauge, type Registry } from 'prom-client';
import { sharedRun } from '@/lib/core/shared-run';
import type { RouterCounters, SrtRouterHealth } from '../srt-router/thread/router-counters';
import type { RouterHealth } from '../srt-router/thread/router-messages';

const counters: [string, string, keyof RouterCounters][] = [
  ['sightline_router_forwarded_datagrams_total', 'Datagrams from callers to workers.', 'forwardedDatagrams'],
  ['sightline_router_sent_datagrams_total', 'Datagrams to callers.', 'sentDatagrams'],
  ['sightline_router_dropped_datagrams_total', 'Datagrams of nobody who is connected.', 'droppedDatagrams'],
  [
    'sightline_router_limited_datagrams_total',
    'Of the dropped datagrams those whose source sent too many.',
    'limitedDatagrams',
  ],
  ['sightline_router_refused_callers_total', 'Encoders and players that were refused.', 'refusedCallers'],
  ['sightline_router_send_errors_total', 'Datagrams that the system did not take.', 'sendErrors'],
  ['sightline_router_faults_total', 'Datagrams whose handling failed.', 'faults'],
];

const ports: (keyof RouterHealth)[] = ['ingest', 'view'];

/**
 * Registers what the SRT router counts at its two ports.
 * @param readHealth asks the router's thread
 */
export function registerRouterMetrics(register: Registry, readHealth: () => Promise<RouterHealth>): void {
  const registers = [register];
  const labelNames = ['port'];
  // One question a scrape: all of its metrics are collected in the same turn.
  const read = sharedRun(readHealth);
  new Gauge({
    name: 'sightline_router_connections',
    help: 'SRT connections, and those that are still being opened.',
    labelNames: ['port', 'state'],
    registers,
    async collect() {
      for (const [port, { connections, halfOpen }] of entries(await read())) {
        this.set({ port, state: 'half_open' }, halfOpen);
        this.set({ port, state: 'open' }, connections - halfOpen);
      }
    },
  });
  for (const [name, help, counter] of counters) {
    new Counter({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const found = await read();
        this.reset();
        for (const [port, counted] of entries(found)) this.inc({ port }, counted[counter]);
      },
    });
  }
}

const entries = (health: RouterHealth): [string, SrtRouterHealth][] => ports.map((port) => [port, health[port]]);
