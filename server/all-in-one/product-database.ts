import { withClient } from '@/lib/platform/db/with-client';

/** The product's own database, and the role that owns it and nothing else. */
const productDatabase = 'sightline';
const productRole = 'sightline';

/** The product's own address of its database in the local Postgres. */
export const productDatabaseUrl = (port: number, password: string): string =>
  `postgresql://${productRole}:${password}@127.0.0.1:${port}/${productDatabase}`;

/**
 * Makes the product's role and its database where they are missing. In data folders from before the role existed, hands
 * over everything that an older version made as Postgres' superuser. Safe to repeat.
 * @param url the superuser's address of a database
 * @param password the role's, from now on
 */
export async function provideDatabase(url: (database: string) => string, password: string): Promise<void> {
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
