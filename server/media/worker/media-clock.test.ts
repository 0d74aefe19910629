import { describe, expect, test } from 'vitest';
import { MediaClock } from './media-clock';

function setUp() {
  let nowMs = 1_000_000;
  const clock = new MediaClock(() => nowMs);
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { clock, pass };
}

describe('MediaClock', () => {
  test('counts from the first timestamp, whatever it is', () => {
    const { clock } = setUp();
    expect(clock.ticks(123_456)).toBe(1);
    expect(clock.ticks(123_456 + 3000)).toBe(3001);
  });

  test('goes on through the wrap of the 33-bit timestamp', () => {
    const { clock } = setUp();
    const first = clock.ticks(2 ** 33 - 1500);
    expect(clock.ticks(1500)).toBe(first + 3000);
  });

  test('lets sound run behind the picture, as multiplexers do', () => {
    const { clock } = setUp();
    const picture = clock.ticks(900_000);
    expect(clock.ticks(900_000 - 45_000)).toBe(picture - 45_000);
  });

  test('continues by the wall clock when the encoder starts anew', () => {
    const { clock, pass } = setUp();
    const first = clock.ticks(5_000_000);
    pass(4_000);
    clock.restart();
    expect(clock.ticks(90)).toBe(first - 1 + 4_000 * 90);
  });

  test('takes a jump in the stream for a new timeline', () => {
    const { clock, pass } = setUp();
    clock.ticks(5_000_000);
    pass(40);
    const before = clock.ticks(5_003_600);
    pass(40);
    const after = clock.ticks(90_000_000);
    expect(after - before).toBeGreaterThan(0);
    expect(after - before).toBeLessThan(90 * 100);
  });

  test.each([200, -200])('follows a camera clock that is %d ppm off within 5 ms after an hour', (ppm) => {
    const { clock, pass } = setUp();
    let pts = 0;
    let ticks = clock.ticks(pts);
    let elapsedMs = 0;
    for (let second = 0; second < 3600; second++) {
      pass(1000);
      elapsedMs += 1000;
      pts += 90_000 * (1 + ppm / 1e6);
      ticks = clock.ticks(Math.round(pts));
    }
    expect(Math.abs(clock.wallMs(ticks) - (1_000_000 + elapsedMs))).toBeLessThan(5);
  });
});
