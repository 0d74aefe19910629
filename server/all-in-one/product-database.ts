import { withClient } from '@/lib/platform/db/postgres-connection';
import { superuserUrl } from './postgres';
import type { LocalSecrets } from './secrets';

/** The product's own database, and the role that owns it and nothing else. */
const productDatabase = 'sightline';
const productRole = 'sightline';

/** The product's own address of its database in the local Postgres. */
export const productDatabaseUrl = (port: number, password: string): string =>
  `postgresql://${productRole}:${password}@127.0.0.1:${port}/${productDatabase}`;

/**
 * Makes the product's role and its database where they are missing, and gives it and Postgres' superuser the passwords of
 * `secrets`. In data folders from before the role existed, hands over everything that an older version made as the
 * superuser. Safe to repeat.
 */
export async function provideDatabase(port: number, secrets: LocalSecrets): Promise<void> {
  const { postgresPassword, databasePassword: password, former } = secrets;
  const url = (database: string): string => superuserUrl(port, postgresPassword, database);
  await withClient(url('postgres'), async () => undefined).catch(async (error: unknown) => {
    if (!former || !isWrongPassword(error)) throw error;
    await withClient(superuserUrl(port, former.postgresPassword, 'postgres'), (client) =>
      client.query(`ALTER ROLE postgres PASSWORD ${client.escapeLiteral(postgresPassword)}`),
    );
  });
  await withClient(url('postgres'), async (client) => {
    const { rowCount: hasRole } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [productRole]);
    if (!hasRole) await client.query(`CREATE ROLE ${productRole}`);
    await client.query(
      `ALTER ROLE ${productRole} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
       PASSWORD ${client.escapeLiteral(password)}`,
    );
    const { rowCount: hasDatabase } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      productDatabase,
    ]);
    if (hasDatabase) await client.query(`ALTER DATABASE ${productDatabase} OWNER TO ${productRole}`);
    else await client.query(`CREATE DATABASE ${productDatabase} OWNER ${productRole}`);
    // By default every role may connect to these.
    await client.query('REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC');
  });
  await withClient(url(productDatabase), (client) => client.query(handOver));
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '28P01';

/** REASSIGN OWNED does not work for the superuser that made the cluster. Indexes and owned sequences follow their table. */
const handOver = `
DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER TABLE %s OWNER TO ${productRole}', oid::regclass)
      FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
        AND relowner <> '${productRole}'::regrole
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO ${productRole}', oid::regtype)
      FROM pg_type
      WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
        AND typowner <> '${productRole}'::regrole
  LOOP
    EXECUTE statement;
  END LOOP;
END
$$`;
