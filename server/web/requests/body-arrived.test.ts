import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '@/tests/support/until';
import { bodyArrived } from './body-arrived';

const server = createServer();
let client: Socket;

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
});

afterEach(async () => {
  client.destroy();
  server.close();
  await once(server, 'close');
});

/** Sends the head of a request. @returns the request, and whether its body is there by now */
async function begin(head: string) {
  client.write(`${head}\r\nHost: localhost\r\n\r\n`);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  let isThere = false;
  const arrived = bodyArrived(request).then(() => {
    isThere = true;
  });
  return { request, arrived, isThere: () => isThere };
}

/** Sends more of a request, and waits until the server has read it. */
async function arriveAt({ socket }: IncomingMessage, part: string): Promise<void> {
  const before = socket.bytesRead;
  client.write(part);
  await until('the server has read it', () => socket.bytesRead >= before + part.length);
  // Its parser, and whoever waits for the body, come after the socket.
  await setImmediate();
}

async function read(request: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of request) bytes += chunk.length;
  return bytes;
}

test('a request without a body is there at once', async () => {
  const { arrived } = await begin('GET / HTTP/1.1');
  await arrived;
});

test('a body that comes in parts is there with its last byte, and is read whole', async () => {
  const { request, arrived, isThere } = await begin('POST / HTTP/1.1\r\nContent-Length: 6');
  for (const part of ['ab', 'cd']) {
    await arriveAt(request, part);
  }
  expect(isThere()).toBe(false);
  client.write('ef');
  await arrived;
  expect(await read(request)).toBe(6);
});

test('a body in chunks is there with its end', async () => {
  const { request, arrived, isThere } = await begin('POST / HTTP/1.1\r\nTransfer-Encoding: chunked');
  await arriveAt(request, '3\r\nabc\r\n');
  expect(isThere()).toBe(false);
  client.write('0\r\n\r\n');
  await arrived;
  expect(await read(request)).toBe(3);
});

test('of a body that is larger than what is kept, that is enough', async () => {
  const length = 1_000_000;
  const { request, arrived } = await begin(`POST / HTTP/1.1\r\nContent-Length: ${length}`);
  client.write(Buffer.alloc(length));
  await arrived;
  expect(await read(request)).toBe(length);
});

test('a client that goes in the middle of its body is not waited for', async () => {
  const { request, arrived } = await begin('POST / HTTP/1.1\r\nContent-Length: 6');
  request.on('error', () => undefined);
  client.write('ab');
  client.destroy();
  await arrived;
});
