import { expect, test } from 'vitest';
import { CommandBudget } from './command-budget';

test('200 commands at once, then one every 50 ms', () => {
  const budget = new CommandBudget(0);
  for (let count = 0; count < 200; count++) expect(budget.spend(0)).toBe(0);
  expect(budget.spend(0)).toBe(50);
  expect(budget.spend(50)).toBe(50);
});

test('20 commands a second never wait', () => {
  const budget = new CommandBudget(0);
  for (let nowMs = 0; nowMs < 60_000; nowMs += 50) expect(budget.spend(nowMs)).toBe(0);
});

test('a long silence saves no more than one burst', () => {
  const budget = new CommandBudget(0);
  for (let count = 0; count < 200; count++) expect(budget.spend(3_600_000)).toBe(0);
  expect(budget.spend(3_600_000)).toBeGreaterThan(0);
});
