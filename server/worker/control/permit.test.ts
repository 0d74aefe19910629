import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '@/tests/support/until';
import { Permit } from './permit';

/** A permit, and when it ended; null while it has not. */
function makePermit(validForMs: number) {
  const made = { permit: new Permit(() => (made.endedMs ??= performance.now())), endedMs: null as number | null };
  onTestFinished(() => made.permit.close());
  made.permit.renew(performance.now(), validForMs);
  return made;
}

/** Waits for a permit that is given now to end: one that would have ended before has. */
async function untilAnotherEnds(validForMs: number): Promise<void> {
  const witness = makePermit(validForMs);
  await until('the witness has ended', () => witness.endedMs);
}

function block(ms: number): void {
  for (const endMs = performance.now() + ms; performance.now() < endMs; );
}

test('a permit ends on time, and not before', async () => {
  const startMs = performance.now();
  const ended = makePermit(200);
  const endedMs = await until('it has ended', () => ended.endedMs);
  // Timers may run a millisecond early.
  expect(endedMs - startMs).toBeGreaterThanOrEqual(198);
});

test('a renewed or closed permit does not end', async () => {
  const [renewed, closed] = [makePermit(30), makePermit(30)];
  renewed.permit.renew(performance.now(), 60_000);
  closed.permit.close();
  await untilAnotherEnds(60);
  expect([renewed.endedMs, closed.endedMs]).toEqual([null, null]);
});

test('an answer that arrived while the process waited for a processor counts', async () => {
  const answered = makePermit(60_000);
  const server = createServer((gateway) => {
    answered.permit.renew(performance.now(), 50);
    gateway.write('answer');
    block(150);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const worker = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void worker.destroy());
  worker.on('data', () => answered.permit.renew(performance.now(), 60_000));
  await once(worker, 'data');
  await untilAnotherEnds(50);
  expect(answered.endedMs).toBeNull();
});
