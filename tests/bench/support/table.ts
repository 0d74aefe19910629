import { loadavg } from 'node:os';

/** Prints one row of a benchmark's table. */
export const row = (...cells: (string | number)[]) => console.log(cells.join(' | '));

/** Prints what a table's columns are. */
export function head(...columns: string[]): void {
  row(...columns);
  row(...columns.map(() => '---'));
}

/** The machine's load over the last minute, as tables show it. */
export const load = (): string => loadavg()[0]?.toFixed(1) ?? '';
