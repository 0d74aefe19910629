import pg from 'pg';
import { retry } from '@/lib/core/backoff';
import { minuteMs } from '@/lib/core/durations';
import { errorText } from '@/lib/core/error-text';
import { AppError } from '@/lib/core/errors';
import { log } from '../log';

const connectTimeoutMs = 5_000;
const idleTimeoutMs = 10_000;

/**
 * Connects once to the database that DATABASE_URL names.
 * @throws AppError `invalid_configuration` with one sentence about the fault of the address
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    // Every connection asks for this, and a pooler may refuse it.
    idle_in_transaction_session_timeout: idleTimeoutMs,
  });
  const where = `${client.host}:${client.port}`;
  try {
    await client.connect();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const said = code.startsWith('E') ? code : errorText(cause);
    const sentence =
      sentences[code]?.(where, client.database ?? '') ??
      `No Postgres answers at ${where} (${said}); start it or correct DATABASE_URL.`;
    throw new AppError('invalid_configuration', sentence, { cause });
  } finally {
    await client.end();
  }
}

/** Causes that pass by themselves: no answer in time, and SQLSTATEs of a server that starts or has no connection left. */
const isPassing = (cause: unknown): boolean =>
  cause instanceof Error &&
  (['57P03', '53300', 'ETIMEDOUT'].includes('code' in cause ? String(cause.code) : '') ||
    /timeout/i.test(cause.message));

const retrying = { firstMs: 250, capMs: 5_000 };
const maxWaitMs = 5 * minuteMs;

/**
 * Waits, up to five minutes, for a database whose server takes long to answer. On a machine that is too busy a time-out says
 * nothing about the address.
 * @param signal ends the wait
 * @throws AppError as {@link checkDatabase} does, at once for a fault that does not pass
 */
export async function untilDatabaseAnswers(databaseUrl: string, signal?: AbortSignal): Promise<void> {
  const startedAtMs = performance.now();
  await retry(() => checkDatabase(databaseUrl), {
    ...retrying,
    signal,
    onFailure(error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (!isPassing(cause) || performance.now() - startedAtMs > maxWaitMs) throw error;
      log.warn({ err: error }, 'database: no answer yet; this machine may be too busy');
    },
  });
}

const refused = (where: string): string => `Postgres at ${where} refuses the user or password of DATABASE_URL.`;

/** By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const sentences: Record<string, (where: string, database: string) => string> = {
  '08P01': (where) =>
    `The pooler at ${where} refuses a parameter: add idle_in_transaction_session_timeout to its ignore_startup_parameters.`,
  '28000': refused,
  '28P01': refused,
  '3D000': (where, database) =>
    `Postgres at ${where} has no database "${database}"; create it or correct DATABASE_URL.`,
};

/** Runs `work` with its own connection. The connection's end rolls back an open transaction. */
export async function withClient<Result>(
  config: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database's address as people may read it: without user, password and parameters. */
export function databaseName(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `postgresql://${hostname}:${port || 5432}${pathname}`;
}
