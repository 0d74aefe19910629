import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Layer } from '../transcode/layer-format';
import { KeyframeRequests } from './keyframe-requests';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What is asked for, each with its time since the start, by the requests that `run` adds. */
function asked(run: (requests: KeyframeRequests) => void): string[] {
  const startMs = performance.now();
  const all: string[] = [];
  const requests = new KeyframeRequests((layer: Layer) => all.push(`${layer} ${performance.now() - startMs}`));
  run(requests);
  vi.advanceTimersByTime(5_000);
  return all;
}

test('the source layer is asked for again, and the low one only where that takes half a second', () => {
  expect(asked((requests) => requests.add('h'))).toEqual(['h 0', 'h 300', 'q 500', 'q 700', 'h 700']);
});

test('the low layer is asked for again for a browser that was not ready', () => {
  expect(asked((requests) => requests.add('q'))).toEqual(['q 0', 'q 100', 'q 300', 'q 700']);
});

test('who waits for the source layer asks each second, and makes no layer of keyframes of it', () => {
  const all = asked((requests) => {
    for (let count = 0; count < 3; count++) {
      requests.add('h');
      vi.advanceTimersByTime(1_000);
    }
  });
  expect(all).toEqual(['h 0', 'h 300', 'q 500', 'q 700', 'h 700', 'h 1000', 'h 2000']);
});

test('what is asked for of one layer goes on while LiveKit asks for the other', () => {
  const all = asked((requests) => {
    requests.add('h');
    requests.add('q');
  });
  expect(all.filter((one) => one.startsWith('h'))).toEqual(['h 0', 'h 300', 'h 700']);
});

test('closed, it asks no more', () => {
  const all = asked((requests) => {
    requests.add('q');
    requests.close();
  });
  expect(all).toEqual(['q 0']);
});
