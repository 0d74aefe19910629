import { expect, test } from 'vitest';
import { CallerBudget } from './caller-limits';

const maxBitrateKbps = 8_000;

/** Sends at a rate for some seconds. @returns the share of the datagrams that may pass, and when the caller is exhausted */
function send(budget: CallerBudget, kbps: number, { fromMs = 0, seconds = 10, datagramBytes = 1_332 } = {}) {
  const intervalMs = (datagramBytes * 8) / kbps;
  let [sent, passed] = [0, 0];
  let exhaustedAtMs: number | null = null;
  for (let nowMs = fromMs; nowMs < fromMs + seconds * 1_000; nowMs += intervalMs) {
    sent++;
    if (budget.spend(datagramBytes, nowMs)) passed++;
    else if (budget.isExhausted) exhaustedAtMs ??= nowMs;
  }
  return { share: passed / sent, exhaustedAtMs };
}

test('a camera at its limit passes whole', () => {
  expect(send(new CallerBudget('ingest', maxBitrateKbps, 0), maxBitrateKbps)).toEqual({
    share: 1,
    exhaustedAtMs: null,
  });
});

test('of five times the limit a quarter passes, and after five seconds the caller is exhausted', () => {
  const { share, exhaustedAtMs } = send(new CallerBudget('ingest', maxBitrateKbps, 0), 5 * maxBitrateKbps);
  expect(share).toBeCloseTo(0.275, 2);
  expect(exhaustedAtMs).toBeGreaterThan(5_000);
  expect(exhaustedAtMs).toBeLessThan(6_000);
});

test('bursts with a second between them exhaust nobody', () => {
  const budget = new CallerBudget('ingest', maxBitrateKbps, 0);
  for (let fromMs = 0; fromMs < 60_000; fromMs += 6_000) {
    expect(send(budget, 5 * maxBitrateKbps, { fromMs, seconds: 3 }).exhaustedAtMs).toBeNull();
  }
});

test('empty datagrams cost more than their bytes', () => {
  const budget = new CallerBudget('ingest', maxBitrateKbps, 0);
  expect(send(budget, maxBitrateKbps, { datagramBytes: 16 }).share).toBeLessThan(0.2);
});

test('a player may acknowledge, and send nothing like media', () => {
  const acknowledgementsKbps = (44 * 8 * 100) / 1_000;
  const player = () => new CallerBudget('view', maxBitrateKbps, 0);
  expect(send(player(), acknowledgementsKbps, { datagramBytes: 44 }).share).toBe(1);
  expect(send(player(), 50_000).exhaustedAtMs).not.toBeNull();
});
