import { beforeEach, expect, test } from 'vitest';
import { DoubleTap } from './double-tap';

let taps: DoubleTap;
beforeEach(() => {
  taps = new DoubleTap();
});

/** A press of some time at a place. @returns whether it completes a double tap */
function tap(atMs: number, { x = 100, y = 100, heldMs = 80 } = {}): boolean {
  taps.press({ x, y, atMs });
  return taps.release({ x, y, atMs: atMs + heldMs });
}

test('two taps at one place are a double tap, and a third begins anew', () => {
  expect([tap(0), tap(250), tap(500), tap(750)]).toEqual([false, true, false, true]);
});

test.each<[string, () => boolean[]]>([
  ['taps far apart in time', () => [tap(0), tap(1_000)]],
  ['taps at two places', () => [tap(0), tap(250, { x: 160 })]],
  ['a press that is held', () => [tap(0), tap(250, { heldMs: 600 })]],
  [
    'a tap and a drag',
    () => {
      const first = tap(0);
      taps.press({ x: 100, y: 100, atMs: 250 });
      taps.forget();
      return [first, taps.release({ x: 100, y: 100, atMs: 300 })];
    },
  ],
])('%s are none', (_, act) => {
  expect(act()).toEqual([false, false]);
});
