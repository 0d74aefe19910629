import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { mendFetch } from '@/lib/platform/process/mend-fetch';

/** One read of a socket, and as much as `fetch` takes before somebody reads the answer. */
const body = Buffer.alloc(64 * 1024, 'a');

test('a server that closes before its answer is read ends no process, and the answer is whole', async () => {
  mendFetch();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`),
    );
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const called = once(server, 'connection') as Promise<[Socket]>;
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const [socket] = await called;
  socket.end(body);
  await once(socket, 'close');
  expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
});
