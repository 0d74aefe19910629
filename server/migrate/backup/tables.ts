import pg from 'pg';

/** True of one moment alone: who is connected, which gateways live, who has asked how often. */
const momentary = ['gateways', 'srt_sessions', 'rate_limits'];
/** Written by the migrations themselves. */
const ledger = '_prisma_migrations';

export interface Table {
  name: string;
  /** Those that can be written. */
  columns: string[];
}

/** Every table whose rows belong to a backup, in an order in which a row comes after those that it refers to. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { references: string[] }>(
    `SELECT c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT coalesce(array_agg(DISTINCT r.relname::text), '{}') FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND r.oid <> c.oid) AS "references"
     FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> ALL($1)
     ORDER BY c.relname`,
    [[...momentary, ledger]],
  );
  const ordered: Table[] = [];
  const isDone = (name: string) =>
    !rows.some((row) => row.name === name) || ordered.some((table) => table.name === name);
  while (ordered.length < rows.length) {
    const next = rows.find(({ name, references }) => !isDone(name) && references.every(isDone));
    if (!next) throw new Error('tables refer to each other in a circle');
    ordered.push({ name: next.name, columns: next.columns });
  }
  return ordered;
}

export const columnList = ({ columns }: Table): string => columns.map((name) => pg.escapeIdentifier(name)).join(', ');
