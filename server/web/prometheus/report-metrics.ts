import { Gauge, type Registry } from 'prom-client';
import { sharedRun } from '@/lib/core/shared-run';
import { type ReportHealth, readReportHealth } from '@/lib/use-cases/reports/read-report-health';
import { readInTime } from './read-in-time';

type Labels = Record<string, string>;

const gauges: [name: string, help: string, read: (health: ReportHealth) => [Labels, number | null][]][] = [
  [
    'sightline_reports',
    'Show reports of all organizations: open (planned shows that go on), overdue (ended, and not final), final.',
    ({ open, overdue, final }) => [
      [{ state: 'open' }, open],
      [{ state: 'overdue' }, overdue],
      [{ state: 'final' }, final],
    ],
  ],
  [
    'sightline_notices',
    'E-mails about reports and weeks: waiting, and failed in the last 24 hours.',
    ({ noticesWaiting, noticesFailed }) => [
      [{ state: 'waiting' }, noticesWaiting],
      [{ state: 'failed' }, noticesFailed],
    ],
  ],
  [
    'sightline_analytics_day_seconds',
    'How long it took to keep the last day of analytics.',
    ({ daySeconds }) => [[{}, daySeconds]],
  ],
  [
    'sightline_analytics_day_age_seconds',
    'How long ago the last kept day of analytics ended; up to 26 hours are usual.',
    ({ dayAgeSeconds }) => [[{}, dayAgeSeconds]],
  ],
];

/** Registers how reports, analytics and notices keep up. Every web process tells the same, of the one database. */
export function registerReportMetrics(register: Registry): void {
  // One query a scrape: all of its metrics are collected in the same turn.
  const read = sharedRun(() => readInTime('reports', readReportHealth()));
  for (const [name, help, valuesOf] of gauges) {
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [register],
      async collect() {
        const found = await read();
        this.reset();
        for (const [labels, value] of found ? valuesOf(found) : []) if (value !== null) this.set(labels, value);
      },
    });
  }
}
