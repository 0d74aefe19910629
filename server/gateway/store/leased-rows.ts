import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { storedAlarmsSchema } from '@/lib/contracts/alarms/alarms';
import { storedProblemsSchema } from '@/lib/contracts/catalogue/found-problem';
import {
  destinationsQuery,
  type LeasedParts,
  type LeasedRow,
  type LeasedStream,
  leasedRowColumns,
  leasedRowVersion,
  openShareLinksQuery,
} from './leased-stream';

interface KnownRow {
  version: string;
  stream: LeasedStream;
}

const versionsQuery = `SELECT id, ${leasedRowVersion} AS version FROM streams WHERE lease_owner = $1 ORDER BY created_at, id`;
const changedQuery = `SELECT ${leasedRowColumns} FROM streams WHERE lease_owner = $1 AND id = ANY($2)`;

const noParts: LeasedParts = { shareLinks: [], destinations: [] };

/**
 * The rows of a gateway's streams, read every second and at each change. For an unchanged row it reads only the
 * version, and returns the same object.
 */
export class LeasedRows {
  #known = new Map<string, KnownRow>();

  /** @returns the streams that the gateway holds, the oldest first */
  async read(client: pg.Client, gatewayId: string): Promise<LeasedStream[]> {
    const { rows: versions } = await client.query<Pick<LeasedRow, 'id' | 'version'>>(versionsQuery, [gatewayId]);
    const changed = await this.#readChanged(client, gatewayId, versions);
    const partsOf = await readParts(client, gatewayId);
    const known = new Map<string, KnownRow>();
    for (const { id } of versions) {
      const row = changed.get(id);
      const parts = partsOf(id);
      const next = row ? { version: row.version, stream: streamOf(row, parts) } : this.#withParts(id, parts);
      if (next) known.set(id, next);
    }
    this.#known = known;
    return [...known.values()].map(({ stream }) => stream);
  }

  async #readChanged(
    client: pg.Client,
    gatewayId: string,
    versions: Pick<LeasedRow, 'id' | 'version'>[],
  ): Promise<Map<string, LeasedRow>> {
    const ids = versions.flatMap(({ id, version }) => (this.#known.get(id)?.version === version ? [] : id));
    // Forget changed rows, so that a stream released between the two statements is no longer held.
    for (const id of ids) this.#known.delete(id);
    if (ids.length === 0) return new Map();
    const { rows } = await client.query<LeasedRow>(changedQuery, [gatewayId, ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  #withParts(id: string, parts: LeasedParts): KnownRow | undefined {
    const known = this.#known.get(id);
    if (!known) return undefined;
    const { shareLinks, destinations } = known.stream;
    if (isDeepStrictEqual({ shareLinks, destinations }, parts)) return known;
    return { version: known.version, stream: Object.assign({}, known.stream, parts) };
  }
}

/** Streams of rows that were claimed in this transaction. */
export async function withParts(client: pg.Client, gatewayId: string, rows: LeasedRow[]): Promise<LeasedStream[]> {
  if (rows.length === 0) return [];
  const partsOf = await readParts(client, gatewayId);
  return rows.map((row) => streamOf(row, partsOf(row.id)));
}

/** Reads what the gateway's streams have in other tables. */
async function readParts(client: pg.Client, gatewayId: string): Promise<(streamId: string) => LeasedParts> {
  const parts = new Map<string, LeasedParts>();
  for (const query of [openShareLinksQuery, destinationsQuery]) {
    const { rows } = await client.query<{ streamId: string } & Partial<LeasedParts>>(query, [gatewayId]);
    for (const { streamId, ...part } of rows) {
      parts.set(streamId, Object.assign({}, noParts, parts.get(streamId), part));
    }
  }
  return (streamId) => parts.get(streamId) ?? noParts;
}

const streamOf = ({ version: _version, alarms, findings, ...columns }: LeasedRow, parts: LeasedParts): LeasedStream =>
  Object.assign(columns, parts, {
    alarms: storedAlarmsSchema.parse(alarms),
    findings: storedProblemsSchema.parse(findings),
  });
