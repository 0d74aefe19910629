import { expect, test } from 'vitest';
import { RestartBudget } from './restart-budget';

function makeBudget(isTooBusy: boolean) {
  const machine = { nowMs: 1_000, isTooBusy };
  const budget = new RestartBudget({ nowMs: () => machine.nowMs }, () => machine.isTooBusy);
  const admitted = (count: number) => Array.from({ length: count }, () => budget.admits()).filter(Boolean).length;
  return { machine, admitted };
}

test('a machine that is too busy replaces four of forty lost workers at once, and then one each three seconds', () => {
  const { machine, admitted } = makeBudget(true);
  expect(admitted(40)).toBe(4);
  machine.nowMs += 2_000;
  expect(admitted(36)).toBe(0);
  machine.nowMs += 1_000;
  expect(admitted(36)).toBe(1);
});

test('a machine that has time replaces all at once', () => {
  expect(makeBudget(false).admitted(40)).toBe(40);
});

test('once the machine has time again, nobody waits', () => {
  const { machine, admitted } = makeBudget(true);
  expect(admitted(40)).toBe(4);
  machine.isTooBusy = false;
  expect(admitted(36)).toBe(36);
});
