import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PtzCommand } from '@/lib/contracts/ptz';
import { ptzRepeatMs } from '@/lib/contracts/ptz-protocols';
import { PtzDriver } from './ptz-driver';

const right = { pan: 1, tilt: 0, zoom: 0 };
const left = { pan: -1, tilt: 0, zoom: 0 };
const refusal = new Error('This camera is on air.');

let sent: PtzCommand[];
let failures: unknown[];
let isGuardHeld: boolean;
let answer: () => Promise<unknown>;
let driver: PtzDriver;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  failures = [];
  isGuardHeld = false;
  answer = async () => undefined;
  driver = new PtzDriver({
    send: (command) => {
      sent.push(command);
      return answer();
    },
    isGuardHeld: () => isGuardHeld,
    onFailure: (error) => failures.push(error),
  });
});

afterEach(() => vi.useRealTimers());

const moves = () => sent.map((command) => (command.action === 'move' ? command.pan : command.action));

test('a move is sent at once, repeated while it goes on, and stopped once', async () => {
  driver.drive(right);
  expect(moves()).toEqual([1]);
  await vi.advanceTimersByTimeAsync(2 * ptzRepeatMs + 1);
  expect(moves()).toEqual([1, 1, 1]);
  driver.stop();
  await vi.advanceTimersByTimeAsync(10 * ptzRepeatMs);
  expect(moves()).toEqual([1, 1, 1, 'stop']);
});

test('one request is under way at a time, and the newest of the others follows', async () => {
  let finish: (() => void) | undefined;
  answer = () =>
    new Promise<void>((resolve) => {
      finish = resolve;
    });
  driver.drive(right);
  driver.drive(left);
  driver.drive({ pan: 0.5, tilt: 0, zoom: 0 });
  driver.stop();
  expect(moves()).toEqual([1]);
  answer = async () => undefined;
  finish?.();
  await vi.advanceTimersByTimeAsync(10 * ptzRepeatMs);
  expect(moves()).toEqual([1, 'stop']);
});

test('each message says whether the guard key is held at that moment', async () => {
  driver.drive(right);
  isGuardHeld = true;
  await vi.advanceTimersByTimeAsync(ptzRepeatMs + 1);
  expect(sent.map((command) => 'guard_held' in command && command.guard_held)).toEqual([false, true]);
});

test('a refusal ends the move until the hand begins anew', async () => {
  driver.drive(right);
  await vi.advanceTimersByTimeAsync(1);
  answer = () => Promise.reject(refusal);
  await vi.advanceTimersByTimeAsync(ptzRepeatMs);
  answer = async () => undefined;
  driver.drive(left);
  await vi.advanceTimersByTimeAsync(10 * ptzRepeatMs);
  expect(failures).toContain(refusal);
  expect(moves().slice(0, 2)).toEqual([1, 1]);
  expect(moves()).not.toContain(-1);
  driver.stop();
  driver.drive(left);
  await vi.advanceTimersByTimeAsync(1);
  expect(moves().at(-1)).toBe(-1);
  expect(failures.at(-1)).toBeNull();
});

test('a stop that fails is tried no more: the move ends by itself', async () => {
  driver.drive(right);
  await vi.advanceTimersByTimeAsync(1);
  answer = () => Promise.reject(refusal);
  driver.stop();
  await vi.advanceTimersByTimeAsync(10 * ptzRepeatMs);
  expect(moves()).toEqual([1, 'stop']);
});
