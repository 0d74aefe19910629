import { Gauge, type Registry } from 'prom-client';
import { db } from '@/lib/platform/db/db';
import { readInTime } from './read-in-time';

interface ExportCount {
  status: string;
  count: number;
}

/** Registers how far exporters are, who open no port themselves. Each web says the same of the whole installation. */
export function registerExportMetrics(register: Registry): void {
  new Gauge({
    name: 'sightline_exports',
    help: 'Exports of recordings: waiting for an exporter, running, done and failed within a day. None while Postgres is away.',
    labelNames: ['status'],
    registers: [register],
    async collect() {
      const counts = await readInTime('exports', countExports());
      this.reset();
      for (const { status, count } of counts ?? []) this.set({ status }, count);
    },
  });
}

/** An export whose exporter is gone waits for another one. */
const countExports = (): Promise<ExportCount[]> =>
  db().$queryRaw<ExportCount[]>`
    SELECT status, count(id)::int AS count
    FROM unnest(ARRAY['waiting', 'running', 'done', 'failed']) AS status
    LEFT JOIN (
      SELECT id, CASE WHEN status = 'running' AND leased_until < now() THEN 'waiting' ELSE status END AS status
      FROM recording_exports
    ) AS found USING (status)
    GROUP BY status`;
