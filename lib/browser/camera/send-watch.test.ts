import { expect, test } from 'vitest';
import { SendWatch } from './send-watch';

/** Asks once a second for this long. @returns the seconds at which it wanted a new connection */
function ask(
  watch: SendWatch,
  seconds: number,
  framesAt: (second: number) => number | null,
  isNeeded = true,
): number[] {
  const stuckAt: number[] = [];
  for (let second = 0; second <= seconds; second++) {
    if (watch.isStuck({ framesEncoded: framesAt(second), isNeeded }, second * 1_000)) stuckAt.push(second);
  }
  return stuckAt;
}

test('an encoder that goes on is left alone', () => {
  expect(ask(new SendWatch(), 120, (second) => second * 30)).toEqual([]);
});

test('one that stands still is connected anew, each time after twice as long, up to a minute', () => {
  expect(ask(new SendWatch(), 200, () => 500)).toEqual([8, 24, 56, 116, 176]);
});

test('one that nobody needs may stand still', () => {
  expect(ask(new SendWatch(), 60, () => 500, false)).toEqual([]);
});

test('a new connection has its whole time', () => {
  expect(ask(new SendWatch(), 20, (second) => (second < 6 ? 100 : second < 8 ? null : 0))).toEqual([16]);
});
