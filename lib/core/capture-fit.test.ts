import { expect, test } from 'vitest';
import { type CaptureReading, correctionOf, fitExactReadings, fitLateReadings, worseCaptured } from './capture-fit';

/** The camera always takes this long to encode; 1 ms more passes until the worker has read it. */
const trueLateMs = 11;
const startUs = 1_800_000_000_000_000;

interface Way {
  seconds: number;
  gopSeconds?: number;
  driftPpm?: number;
  /** Delay of the keyframe that is captured at this second, beyond the true one. */
  lateMs?(second: number): number;
}

/** Numbers between 0 and 1 that are the same in each run. */
function dice(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function readingsOf({ seconds, gopSeconds = 1, driftPpm = 0, lateMs = () => 0 }: Way): CaptureReading[] {
  return Array.from({ length: Math.ceil(seconds / gopSeconds) }, (_, index) => {
    const second = index * gopSeconds;
    return {
      mediaUs: second * 1e6 * (1 + driftPpm / 1e6),
      wallUs: Math.round(startUs + second * 1e6 + (trueLateMs + lateMs(second)) * 1_000),
    };
  });
}

/** How far the fit is from the envelope, in ms: the worst keyframe. */
function worstOf(way: Way): number {
  const readings = readingsOf(way);
  const fit = fitLateReadings(readings);
  const { gopSeconds = 1 } = way;
  return (
    Math.max(
      ...readings.map(({ mediaUs }, index) =>
        Math.abs(fit.wallUsAt(mediaUs) - (startUs + index * gopSeconds * 1e6 + trueLateMs * 1_000)),
      ),
    ) / 1_000
  );
}

const jitter = (maxMs: number, seed?: number) => {
  const roll = dice(seed);
  return () => roll() * maxMs;
};
const backlog = (ms: number, seconds: number) => (second: number) => Math.max(0, ms * (1 - second / seconds));

const rows: [string, Way][] = [
  ['nothing in the way', { seconds: 300 }],
  ['jitter of 60 ms', { seconds: 600, lateMs: jitter(60) }],
  ['a backlog of 400 ms, gone in 5 s', { seconds: 300, lateMs: backlog(400, 5) }],
  ['a backlog of 400 ms, gone in 20 s', { seconds: 300, lateMs: backlog(400, 20) }],
  ['the same in a short run', { seconds: 40, lateMs: backlog(400, 20) }],
  ['real keyframes after a restart', { seconds: 120, lateMs: (second) => [2_307, 1_537, 992, 287][second] ?? 0 }],
  ['1 s, gone in 60 s', { seconds: 600, lateMs: backlog(1_000, 60) }],
  ['the same in a short run', { seconds: 90, lateMs: backlog(1_000, 60) }],
  ['200 ms late for 90 s in the middle', { seconds: 300, lateMs: (at) => (at > 100 && at < 190 ? 200 : 0) }],
  ['the same in steps', { seconds: 300, lateMs: (at) => (at > 100 && at < 190 ? 200 - (at % 7) * 10 : 0) }],
  ['late until 30 s before its end', { seconds: 300, lateMs: (at) => (at < 270 ? 200 : 0) }],
  ['200 ppm fast for an hour, GOP 10 s', { seconds: 3_600, gopSeconds: 10, driftPpm: 200 }],
  ['200 ppm slow for an hour, GOP 10 s', { seconds: 3_600, gopSeconds: 10, driftPpm: -200 }],
  ['200 ppm and jitter of 60 ms', { seconds: 3_600, driftPpm: 200, lateMs: jitter(60) }],
  [
    '200 ppm, jitter and a backlog',
    {
      seconds: 1_200,
      driftPpm: -200,
      lateMs: (at) => backlog(1_000, 60)(at) + ((at * 7919) % 20),
    },
  ],
  ['a minute at 100 ppm', { seconds: 60, driftPpm: 100 }],
  ['a day at 50 ppm with jitter', { seconds: 86_400, gopSeconds: 2, driftPpm: 50, lateMs: jitter(40) }],
  ['an encoder that counts 29.97 frames as 30', { seconds: 3_600, driftPpm: 1_000, lateMs: jitter(20) }],
  ['one that counts 30 frames as 31', { seconds: 600, driftPpm: -32_000, lateMs: jitter(20) }],
  ['three seconds', { seconds: 3, lateMs: (at) => at * 40 }],
  ['a single keyframe', { seconds: 1 }],
];

test.each(rows)('%s: each keyframe is within 5 ms of the envelope', (_, way) => {
  expect(worstOf(way)).toBeLessThan(5);
});

test('ten runs with other dice stay within 5 ms', () => {
  const worst = Array.from({ length: 10 }, (_, seed) =>
    worstOf({ seconds: 900, driftPpm: 80, lateMs: jitter(60, seed) }),
  );
  expect(Math.max(...worst)).toBeLessThan(5);
});

test('a clock whose rate follows its temperature over a day is followed', () => {
  const swingUs = (second: number) => 40_000 * Math.sin((2 * Math.PI * second) / 43_200);
  const readings = Array.from({ length: 43_200 }, (_, index) => ({
    mediaUs: index * 2e6,
    wallUs: startUs + index * 2e6 + swingUs(index * 2),
  }));
  const fit = fitLateReadings(readings);
  const worstUs = readings.reduce(
    (worst, { mediaUs, wallUs }) => Math.max(worst, Math.abs(fit.wallUsAt(mediaUs) - wallUs)),
    0,
  );
  expect(worstUs).toBeLessThan(5_000);
});

test('an envelope that nothing supports is less sure than one that many keyframes rest on', () => {
  const sure = fitLateReadings(readingsOf({ seconds: 120 }));
  const alone = fitLateReadings(readingsOf({ seconds: 3 }));
  expect(sure.uncertaintyMs).toBeLessThan(1);
  expect(alone.uncertaintyMs).toBeGreaterThanOrEqual(20);
});

test('an encoder’s own times err both ways, and its step stays a step', () => {
  const roll = dice();
  const readings = Array.from({ length: 120 }, (_, index) => ({
    mediaUs: index * 1e6,
    wallUs: startUs + index * 1e6 + (roll() - 0.5) * 4_000 + (index < 60 ? 0 : 100_000),
  }));
  const fit = fitExactReadings(readings);
  for (const [at, us] of [
    [0, 0],
    [30, 0],
    [90, 100_000],
    [119, 100_000],
  ] as const) {
    expect(Math.abs(fit.wallUsAt(at * 1e6) - startUs - at * 1e6 - us)).toBeLessThan(3_000);
  }
});

test('a run takes the correction that overlaps it longest, then the surer one', () => {
  const correction = (fromUs: number, toUs: number, uncertaintyMs: number) =>
    ({ clock: 'sound', fromUs, toUs, shiftMs: 1, uncertaintyMs }) as const;
  const [short, long, sure] = [correction(0, 30, 1), correction(20, 90, 5), correction(0, 90, 2)];
  expect(correctionOf(0, 100, [short, long])).toBe(long);
  expect(correctionOf(20, 100, [short, long, sure])).toBe(sure);
  expect(correctionOf(200, 300, [short, long])).toBeUndefined();
});

test('the worse of two clocks is the less sure one', () => {
  const sound = { clock: 'sound', uncertaintyMs: 8 } as const;
  const sent = { clock: 'sent', uncertaintyMs: 8 } as const;
  const exact = { clock: 'encoder', uncertaintyMs: 40 } as const;
  expect([worseCaptured(sound, sent), worseCaptured(sent, sound), worseCaptured(sent, exact)]).toEqual([
    sent,
    sent,
    exact,
  ]);
});

test('timestamps that slide by seconds are followed', () => {
  // An encoder without enough processor time: its frames come at 20 a second for a while, and count as 30.
  let mediaUs = 0;
  const readings = Array.from({ length: 300 }, (_, second) => {
    mediaUs += second > 100 && second < 160 ? 666_667 : 1_000_000;
    return { mediaUs, wallUs: startUs + second * 1e6 };
  });
  const fit = fitLateReadings(readings);
  for (const second of [0, 90, 200, 299]) {
    const reading = readings[second] ?? { mediaUs: 0, wallUs: 0 };
    expect(Math.abs(fit.wallUsAt(reading.mediaUs) - reading.wallUs)).toBeLessThan(5_000);
  }
});
