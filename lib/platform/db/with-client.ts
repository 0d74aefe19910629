import pg from 'pg';

/** Runs `work` with a connection of its own. What it leaves in a transaction is rolled back by the connection's end. */
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
