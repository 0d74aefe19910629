import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../until';
import { type Impairment, openImpairmentProxy } from './impairment-proxy';

async function openSocket(onMessage: (datagram: Buffer, from: RemoteInfo) => void): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', onMessage);
  onTestFinished(() => void socket.close());
  return socket;
}

/** A client and a server that answers with what it gets, and the bad network between them. */
async function setUp(impairment: Partial<Impairment>, seed?: number) {
  const seenBy = new Set<string>();
  const answers: { number: number; atMs: number }[] = [];
  const server = await openSocket((datagram, { address, port }) => {
    seenBy.add(`${address}:${port}`);
    server.send(datagram, port, address);
  });
  const proxy = await openImpairmentProxy(server.address().port, impairment, seed);
  onTestFinished(() => proxy.close());
  const client = await openSocket((datagram) =>
    answers.push({ number: datagram.readUInt32BE(0), atMs: performance.now() }),
  );
  const send = async (count: number, bytes = 4) => {
    for (let number = 0; number < count; number++) {
      const datagram = Buffer.alloc(bytes);
      datagram.writeUInt32BE(number);
      client.send(datagram, proxy.port, '127.0.0.1');
      // No more at once than sockets hold, for the network itself must lose nothing.
      if (number % 50 === 49) await sleep(2);
    }
  };
  return { proxy, answers, seenBy, send };
}

const numbers = (answers: { number: number }[]) => answers.map(({ number }) => number);

test('a healthy network loses nothing and keeps the order', async () => {
  const { answers, send } = await setUp({});
  await send(500);
  await until('all 500 answers have arrived', () => answers.length === 500);
  expect(numbers(answers)).toEqual(Array.from({ length: 500 }, (_, index) => index));
});

test('loses its share in each direction, the same with the same seed', async () => {
  const runs = [await setUp({ loss: 0.1 }, 5), await setUp({ loss: 0.1 }, 5)];
  for (const { answers, proxy, send } of runs) {
    await send(1000);
    await until('each datagram has arrived or is lost', () => answers.length + proxy.lostDatagrams() === 1000);
    expect(answers.length / 1000).toBeCloseTo(0.81, 1);
  }
  expect(runs[0]?.proxy.lostDatagrams()).toBe(runs[1]?.proxy.lostDatagrams());
});

test('delays in order, jitter reorders, and a thin link makes wait', async () => {
  const { proxy, answers, send } = await setUp({ delayMs: 60 });
  const startMs = performance.now();
  await send(40);
  await until('all 40 answers have arrived', () => answers.length === 40);
  expect((answers[0]?.atMs ?? 0) - startMs).toBeGreaterThan(118);
  expect(numbers(answers.splice(0))).toEqual(Array.from({ length: 40 }, (_, index) => index));

  proxy.impair({ delayMs: 0, jitterMs: 30 });
  await send(40);
  await until('all 40 answers have arrived', () => answers.length === 40);
  const jittered = numbers(answers.splice(0));
  expect(jittered).not.toEqual(jittered.toSorted((a, b) => a - b));

  proxy.impair({ jitterMs: 0, rateKbps: 800 });
  const thinStartMs = performance.now();
  await send(20, 1000);
  await until('all 20 answers have arrived', () => answers.length === 20);
  expect((answers.at(-1)?.atMs ?? 0) - thinStartMs).toBeGreaterThan(190);
});

test('cuts, restores, and shows the client at another address', async () => {
  const { proxy, answers, seenBy, send } = await setUp({});
  await send(1);
  await until('the first answer has arrived', () => answers.length === 1);
  proxy.cut();
  await send(5);
  await until('all datagrams of the cut are lost', () => proxy.lostDatagrams() === 5);
  proxy.restore();
  proxy.moveClients();
  await send(1);
  await until('the second answer has arrived', () => answers.length === 2);
  expect(seenBy.size).toBe(2);
});
