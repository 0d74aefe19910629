import { Gauge, Histogram } from 'prom-client';
import type { Bus } from '@/lib/platform/bus/bus';
import { type AnswerScrape, scrapeAnswerer } from '@/lib/platform/prometheus/answer-scrape';
import { programMetrics } from '@/lib/platform/prometheus/program-metrics';
import { setRequestMeter } from '@/lib/platform/prometheus/request-meter';
import type { Cable } from '../cable/open-cable';
import { registerBackupMetrics } from './backup-metrics';
import { registerExportMetrics } from './export-metrics';
import { registerReportMetrics } from './report-metrics';

interface Options {
  /** The token that Prometheus must send. */
  token: string;
  bus: Bus;
  cable: Cable;
}

/** Measures this web process from now on. */
export function openWebMetrics({ token, bus, cable }: Options): AnswerScrape {
  const registry = programMetrics('web', bus);
  const registers = [registry];
  new Gauge({
    name: 'sightline_cable_connections',
    help: 'Open connections at /cable.',
    registers,
    collect() {
      this.set(cable.connectionCount);
    },
  });
  registerExportMetrics(registry);
  registerReportMetrics(registry);
  registerBackupMetrics(registry);
  const durations = new Histogram({
    name: 'sightline_http_request_duration_seconds',
    help: 'How long requests of the API took to answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  setRequestMeter(({ method, route, status, seconds }) =>
    durations.observe({ method, route, status: String(status) }, seconds),
  );
  return scrapeAnswerer(registry, token);
}
