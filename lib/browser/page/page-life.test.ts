import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onPageResume } from './page-life';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const browser = new EventTarget();
const onReturn = vi.fn();
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', browser);
  vi.stubGlobal('document', page);
  stop = onPageResume(onReturn);
});

afterEach(() => {
  stop();
  onReturn.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Lets the machine sleep: the clock moves on, timers do not. */
const sleep = (durationMs: number) => vi.setSystemTime(Date.now() + durationMs);

test('does not call while time passes as usual', () => {
  vi.advanceTimersByTime(3_600_000);
  expect(onReturn).not.toHaveBeenCalled();
});

test('calls once after a sleep, by its own timer', () => {
  sleep(3_600_000);
  vi.advanceTimersByTime(60_000);
  expect(onReturn.mock.calls).toEqual([[true]]);
});

test('a hidden page whose timers pause for a minute has not slept', () => {
  sleep(60_000);
  vi.advanceTimersByTime(5_000);
  expect(onReturn).not.toHaveBeenCalled();
});

test('calls at once when the network or the view is back, and reports a sleep only once', () => {
  browser.dispatchEvent(new Event('online'));
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  page.visibilityState = 'visible';
  sleep(600_000);
  page.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(10_000);
  expect(onReturn.mock.calls).toEqual([[false], [true]]);
});

test('does not call once it is stopped', () => {
  stop();
  browser.dispatchEvent(new Event('online'));
  sleep(600_000);
  vi.advanceTimersByTime(10_000);
  expect(onReturn).not.toHaveBeenCalled();
});
