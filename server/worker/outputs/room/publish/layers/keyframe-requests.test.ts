import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Layer } from '../../../../media/layer-format';
import { KeyframeRequests } from './keyframe-requests';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What is asked for, each with its time since the start, by the requests that `run` adds. */
async function asked(run: (requests: KeyframeRequests) => void, canBridge = true): Promise<string[]> {
  const startMs = performance.now();
  const all: string[] = [];
  const add = (what: string) => all.push(`${what} ${performance.now() - startMs}`);
  const requests = new KeyframeRequests({
    request: async (layer: Layer) => {
      add(layer);
      return layer === 'low' || canBridge;
    },
    onLowLayerInstead: () => add('instead'),
  });
  run(requests);
  await vi.advanceTimersByTimeAsync(5_000);
  return all;
}

test('the source layer is asked for again, and the low one only where that takes a second', async () => {
  expect(await asked((requests) => requests.add('source'))).toEqual([
    'source 0',
    'source 300',
    'source 700',
    'low 1000',
    'low 1200',
  ]);
});

test('the low layer is asked for at once where no keyframe of the source layer can be made', async () => {
  const all = await asked((requests) => requests.add('source'), false);
  expect(all.slice(0, 3)).toEqual(['source 0', 'instead 0', 'low 0']);
  expect(all.filter((one) => one.startsWith('low'))).toEqual(['low 0', 'low 300', 'low 700', 'low 1000', 'low 1200']);
});

test('the low layer is asked for again for a browser that was not ready', async () => {
  expect(await asked((requests) => requests.add('low'))).toEqual(['low 0', 'low 100', 'low 300', 'low 700']);
});

test('who waits for the source layer asks each second, and makes no layer of keyframes of it', async () => {
  const all = await asked((requests) => {
    for (let count = 0; count < 3; count++) {
      requests.add('source');
      vi.advanceTimersByTime(1_000);
    }
  });
  expect(all).toEqual(['source 0', 'source 300', 'source 700', 'low 1000', 'source 1000', 'low 1200', 'source 2000']);
});

test('what is asked for of one layer goes on while LiveKit asks for the other', async () => {
  const all = await asked((requests) => {
    requests.add('source');
    requests.add('low');
  });
  expect(all.filter((one) => one.startsWith('source'))).toEqual(['source 0', 'source 300', 'source 700']);
});

test('closed, it asks no more', async () => {
  const all = await asked((requests) => {
    requests.add('source');
    requests.close();
  }, false);
  expect(all).toEqual(['source 0']);
});
