import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { untilDatabaseAnswers } from './postgres-connection';

/** ErrorResponse of Postgres's protocol. */
function errorResponse(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A server that refuses each connection by the next of these codes, and the last one for ever. */
async function refuseBy(codes: string[]): Promise<{ url: string; connectionCount(): number }> {
  let count = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const code = codes[Math.min(count++, codes.length - 1)] ?? '';
    socket.once('data', () => socket.end(errorResponse(code)));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgresql://user@127.0.0.1:${port}/sightline`, connectionCount: () => count };
}

test('a Postgres that starts, or has no connection left, is asked again; one that refuses is not', async () => {
  const postgres = await refuseBy(['57P03', '53300', '28P01']);
  await expect(untilDatabaseAnswers(postgres.url)).rejects.toThrow('refuses the user or password');
  expect(postgres.connectionCount()).toBe(3);
});

test('asked to stop, it waits no longer', async () => {
  const postgres = await refuseBy(['57P03']);
  await untilDatabaseAnswers(postgres.url, AbortSignal.timeout(50));
  expect(postgres.connectionCount()).toBeLessThan(3);
});
