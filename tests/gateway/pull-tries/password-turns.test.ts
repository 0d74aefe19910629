import { expect, test } from 'vitest';
import { readPullAddress } from '@/lib/contracts/pull-address';
import { newId } from '@/lib/core/id';
import { pullTargets } from '@/lib/platform/db/sealed-columns';
import { refusedPasswords } from '@/lib/platform/limits/refused-passwords';
import { PasswordTurns } from '@/server/gateway/pull-tries/password-turns';
import type { StreamRuntime } from '@/server/gateway/reconciler/stream-runtime';
import type { WorkerRuntime } from '@/server/gateway/reconciler/worker-runtime';
import { until } from '../../support/until';

/** A camera's worker, at one of several gateways. */
function makeWorker(address: string, turns = new PasswordTurns()) {
  const id = newId();
  const pullTarget = pullTargets.seal(id, { address, isOperators: false });
  const found = { runtime: { stream: { id, pullTarget } } as StreamRuntime, worker: {} as WorkerRuntime };
  const report = (state: Parameters<PasswordTurns['answer']>[1]) => turns.answer(found, state);
  return {
    report,
    asks: () => report({ pullTurn: 'asks' }),
    /** Postgres may take longer than a report waits. */
    untilTold: (turn: string) =>
      until(`the answer is ${turn}`, async () => (await report({ pullTurn: 'asks' })) === turn, { timeoutMs: 8_000 }),
  };
}

const newHost = () => `recorder-${newId()}.example.com`;
const addressOf = (text: string) => {
  const address = readPullAddress(text);
  if (typeof address === 'string') throw new Error(address);
  return address;
};

test('one worker at a time sends a password, and nobody within a minute after a refused one', async () => {
  const host = newHost();
  const [first, second] = [makeWorker(`rtsp://user:wrong@${host}/1`), makeWorker(`rtsp://user:wrong@${host}/2`)];
  await first.untilTold('yours');
  expect(await second.asks()).toBe('busy');
  expect(await first.report({ pullTurn: 'has' })).toBe('none');
  expect(await second.asks()).toBe('busy');
  expect(await first.report({ pullTurn: undefined, pullFault: 'unauthorized' })).toBe('none');
  await second.untilTold('refused');
  await first.untilTold('refused');
  expect(await refusedPasswords.check(addressOf(`rtsp://user:right@${host}/3`))).toBeGreaterThan(0);
  expect(await makeWorker(`rtsp://${host}/open`).asks()).toBe('yours');
});

test('a password that was refused to a try is sent by no worker', async () => {
  const host = newHost();
  const address = addressOf(`rtsp://user:wrong@${host}/1`);
  await refusedPasswords.settle(address, 'refused');
  await makeWorker(`rtsp://user:wrong@${host}/1`).untilTold('refused');
});

test('a password that a camera has accepted is sent by all its channels at once', async () => {
  const host = newHost();
  const first = makeWorker(`rtsp://user:right@${host}/1`);
  await first.untilTold('yours');
  await first.report({ pullTurn: undefined });
  await Promise.all([2, 3].map((channel) => makeWorker(`rtsp://user:right@${host}/${channel}`).untilTold('yours')));
});
