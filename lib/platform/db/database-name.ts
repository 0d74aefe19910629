/** A database's address as people may read it: without user, password and parameters. */
export function databaseName(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `postgresql://${hostname}:${port || 5432}${pathname}`;
}
