import { Socket } from 'node:net';
import pg from 'pg';
import { log } from '@/lib/platform/log';
import { answerTimeoutMs, type LeaseReading, type LeaseStore, type OtherGateway } from './lease-store';
import { LeasedRows, withParts } from './leased-rows';
import { type LeasedRow, type LeasedStream, leasedRowColumns } from './leased-stream';

const needsGateway = `status IN ('provisioning', 'active', 'stopping')`;

/** Deletes the row of a gateway without streams. Its next heartbeat, if any, inserts it again. */
const forgetQuery = `
  DELETE FROM gateways
  WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM streams WHERE lease_owner = $1)`;

// The first heartbeat is random, so that a row that is deleted and inserted again never looks unchanged.
const heartbeatQuery = `
  INSERT INTO gateways (id, heartbeat, max_streams)
  VALUES ($1, floor(random() * 1e9)::int, $2)
  ON CONFLICT (id) DO UPDATE SET heartbeat = gateways.heartbeat + 1, max_streams = excluded.max_streams`;

// Reads one row for each owner by the index, however many streams it has.
const othersQuery = `
  WITH RECURSIVE owners AS (
    SELECT min(lease_owner) AS id FROM streams
    UNION ALL
    SELECT (SELECT min(lease_owner) FROM streams WHERE lease_owner > owners.id) FROM owners WHERE id IS NOT NULL
  )
  SELECT id, heartbeat, EXISTS (
    SELECT 1 FROM streams WHERE lease_owner = gateways.id AND ${needsGateway}
  ) AS "hasStreams"
  FROM gateways
  WHERE id <> $1
  UNION ALL
  SELECT id, NULL::int, true
  FROM owners
  WHERE id <> $1 AND NOT EXISTS (SELECT 1 FROM gateways WHERE gateways.id = owners.id)
    AND EXISTS (SELECT 1 FROM streams WHERE lease_owner = owners.id AND ${needsGateway})`;

/**
 * $1: the new owner, $2: the maximum count; `owner` is a condition on lease_owner. Organizations take turns by their
 * number of running streams, so that none takes all the room. Materialized, because Postgres may repeat an UPDATE's
 * subquery for each row; each run would skip locked rows and claim more.
 */
const claimQuery = (owner: string): string => `
  WITH chosen AS MATERIALIZED (
    SELECT id FROM streams JOIN (
      SELECT id, row_number() OVER (
        PARTITION BY organization_id ORDER BY (${owner}), created_at, id
      ) AS turn
      FROM streams
      WHERE ${needsGateway}
    ) AS turns USING (id)
    WHERE ${needsGateway} AND ${owner}
    ORDER BY turn, created_at, id
    LIMIT $2
    FOR UPDATE OF streams SKIP LOCKED
  )
  UPDATE streams
  SET lease_owner = $1
  WHERE EXISTS (SELECT 1 FROM streams WHERE ${needsGateway} AND ${owner}) AND id IN (SELECT id FROM chosen)
  RETURNING ${leasedRowColumns}`;

const releaseQuery = `
  UPDATE streams
  SET lease_owner = NULL,
    pod_name = CASE WHEN worker_node = $2::text THEN NULL ELSE pod_name END,
    pod_ip = CASE WHEN worker_node = $2 THEN NULL ELSE pod_ip END,
    worker_control_port = CASE WHEN worker_node = $2 THEN NULL ELSE worker_control_port END
  WHERE lease_owner = $1`;

export interface PostgresLeaseStoreOptions {
  gatewayId: string;
  maxStreams: number;
  databaseUrl: string;
}

/**
 * Leases in Postgres, over their own connection, so that no other query of the gateway delays them. A query without an
 * answer in time ends the connection, and the next call opens another.
 */
export class PostgresLeaseStore implements LeaseStore {
  readonly #options: PostgresLeaseStoreOptions;
  #connection: { client: pg.Client; socket: Socket } | null = null;
  #connectionCount = 0;
  #rows = new LeasedRows();

  constructor(options: PostgresLeaseStoreOptions) {
    this.#options = options;
  }

  renew(): Promise<LeaseReading> {
    const { gatewayId, maxStreams } = this.#options;
    return this.#transaction(async (client) => {
      await client.query(heartbeatQuery, [gatewayId, maxStreams]);
      // Separate statements, because they must see what was committed while the first one waited for the row.
      const streams = await this.#rows.read(client, gatewayId);
      const { rows: others } = await client.query<OtherGateway & { id: string }>(othersQuery, [gatewayId]);
      return {
        streams,
        others: new Map(others.map(({ id, heartbeat, hasStreams }) => [id, { heartbeat, hasStreams }])),
        connection: this.#connectionCount,
      };
    });
  }

  claimFree(limit: number): Promise<LeasedStream[]> {
    return this.#transaction(async (client) => {
      const { rows } = await client.query<LeasedRow>(claimQuery('lease_owner IS NULL'), [
        this.#options.gatewayId,
        limit,
      ]);
      return withParts(client, this.#options.gatewayId, rows);
    });
  }

  claimFrom(gatewayId: string, heartbeat: number | null, limit: number): Promise<LeasedStream[]> {
    return this.#transaction(async (client) => {
      // A gateway without a row gets one, for the lock.
      const { rowCount: insertedCount } = await client.query(
        `INSERT INTO gateways (id, heartbeat, max_streams) VALUES ($1, floor(random() * 1e9)::int, 0)
        ON CONFLICT (id) DO NOTHING`,
        [gatewayId],
      );
      const { rows: locked } = await client.query<{ heartbeat: number }>(
        'SELECT heartbeat FROM gateways WHERE id = $1 FOR UPDATE',
        [gatewayId],
      );
      const isStill =
        heartbeat === null ? insertedCount === 1 : insertedCount === 0 && locked[0]?.heartbeat === heartbeat;
      const streams = isStill
        ? await client.query<LeasedRow>(claimQuery('lease_owner = $3'), [this.#options.gatewayId, limit, gatewayId])
        : null;
      if (isStill || insertedCount === 1) await client.query(forgetQuery, [gatewayId]);
      return withParts(client, this.#options.gatewayId, streams?.rows ?? []);
    });
  }

  release(node: string | null): Promise<void> {
    const { gatewayId } = this.#options;
    return this.#transaction(async (client) => {
      await client.query(releaseQuery, [gatewayId, node]);
      await client.query(forgetQuery, [gatewayId]);
    });
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    await connection?.client.end();
  }

  async #transaction<Result>(run: (client: pg.Client) => Promise<Result>): Promise<Result> {
    try {
      this.#connection ??= await this.#connect();
      const { client } = this.#connection;
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      const result = await run(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // Destroying the socket rolls the transaction back; a graceful end would wait for a dead connection.
      this.#connection?.socket.destroy();
      this.#connection = null;
      throw error;
    }
  }

  async #connect(): Promise<{ client: pg.Client; socket: Socket }> {
    this.#connectionCount++;
    // Another server may answer now.
    this.#rows = new LeasedRows();
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      application_name: 'sightline-leases',
      stream: () => socket,
      keepAlive: true,
      connectionTimeoutMillis: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
      // Postgres may never learn that this connection is dead, and its transaction would keep the leases' rows locked.
      idle_in_transaction_session_timeout: answerTimeoutMs,
    });
    client.on('error', (error) => {
      log.warn({ err: error }, 'leases: connection to Postgres lost');
      if (this.#connection?.client === client) this.#connection = null;
    });
    try {
      await client.connect();
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return { client, socket };
  }
}
