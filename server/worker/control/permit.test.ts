import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Permit } from './permit';

let isOver = false;

beforeEach(() => {
  isOver = false;
});

function makePermit(validForMs: number): Permit {
  const permit = new Permit(() => {
    isOver = true;
  });
  onTestFinished(() => permit.close());
  permit.renew(performance.now(), validForMs);
  return permit;
}

function block(ms: number): void {
  for (const endMs = performance.now() + ms; performance.now() < endMs; );
}

test('a permit ends on time, and not before', async () => {
  makePermit(200);
  await sleep(50);
  expect(isOver).toBe(false);
  await expect.poll(() => isOver, { timeout: 5_000 }).toBe(true);
});

test('a renewed or closed permit does not end', async () => {
  makePermit(30).renew(performance.now(), 60_000);
  makePermit(30).close();
  await sleep(100);
  expect(isOver).toBe(false);
});

test('an answer that arrived while the process waited for a processor counts', async () => {
  const permit = makePermit(60_000);
  const server = createServer((gateway) => {
    permit.renew(performance.now(), 50);
    gateway.write('answer');
    block(150);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const worker = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void worker.destroy());
  worker.on('data', () => permit.renew(performance.now(), 60_000));
  await once(worker, 'data');
  await sleep(50);
  expect(isOver).toBe(false);
});
