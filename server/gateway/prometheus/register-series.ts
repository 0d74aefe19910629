import { Counter, Gauge, type Registry } from 'prom-client';

/** Name and help of a metric, and how it reads its value. */
export type SeriesRow<Read> = [name: string, help: string, read: Read];

interface SeriesOptions<Read> {
  labelNames: string[];
  gauges: readonly SeriesRow<Read>[];
  counters: readonly SeriesRow<Read>[];
  /** The present values, each with its labels. */
  series(read: Read): Iterable<{ labels: Record<string, string>; value: number }>;
}

/** Registers metrics whose series are read anew with each scrape, so that those of what has ended go. */
export function registerSeries<Read>(register: Registry, options: SeriesOptions<Read>): void {
  const { labelNames, gauges, counters, series } = options;
  const registers = [register];
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const { labels, value } of series(read)) this.set(labels, value);
      },
    });
  }
  for (const [name, help, read] of counters) {
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const { labels, value } of series(read)) this.inc(labels, value);
      },
    });
  }
}
