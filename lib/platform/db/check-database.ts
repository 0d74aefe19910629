import pg from 'pg';
import { errorText } from '@/lib/core/error-text';
import { AppError } from '@/lib/core/errors';

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
