import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { storedAlarmsSchema } from '@/lib/contracts/alarms/alarms';
import { storedProblemsSchema } from '@/lib/contracts/catalogue/found-problem';
import {
  type LeasedRow,
  type LeasedStream,
  leasedRowColumns,
  leasedRowVersion,
  type OpenShareLink,
  openShareLinksQuery,
} from './leased-stream';

interface KnownRow {
  version: string;
  stream: LeasedStream;
}

const versionsQuery = `SELECT id, ${leasedRowVersion} AS version FROM streams WHERE lease_owner = $1 ORDER BY created_at, id`;
const changedQuery = `SELECT ${leasedRowColumns} FROM streams WHERE lease_owner = $1 AND id = ANY($2)`;

const noLinks: OpenShareLink[] = [];

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
    const links = await readOpenShareLinks(client, gatewayId);
    const known = new Map<string, KnownRow>();
    for (const { id } of versions) {
      const row = changed.get(id);
      const shareLinks = links.get(id) ?? noLinks;
      const next = row ? { version: row.version, stream: streamOf(row, shareLinks) } : this.#withLinks(id, shareLinks);
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

  #withLinks(id: string, shareLinks: OpenShareLink[]): KnownRow | undefined {
    const known = this.#known.get(id);
    if (!known || isDeepStrictEqual(known.stream.shareLinks, shareLinks)) return known;
    return { version: known.version, stream: Object.assign({}, known.stream, { shareLinks }) };
  }
}

/** Streams of rows that were claimed in this transaction. */
export async function withShareLinks(client: pg.Client, gatewayId: string, rows: LeasedRow[]): Promise<LeasedStream[]> {
  if (rows.length === 0) return [];
  const links = await readOpenShareLinks(client, gatewayId);
  return rows.map((row) => streamOf(row, links.get(row.id) ?? noLinks));
}

async function readOpenShareLinks(client: pg.Client, gatewayId: string): Promise<Map<string, OpenShareLink[]>> {
  const { rows } = await client.query<{ streamId: string; shareLinks: OpenShareLink[] }>(openShareLinksQuery, [
    gatewayId,
  ]);
  return new Map(rows.map(({ streamId, shareLinks }) => [streamId, shareLinks]));
}

const streamOf = (
  { version: _version, alarms, findings, ...columns }: LeasedRow,
  shareLinks: OpenShareLink[],
): LeasedStream =>
  Object.assign(columns, {
    alarms: storedAlarmsSchema.parse(alarms),
    findings: storedProblemsSchema.parse(findings),
    shareLinks,
  });
