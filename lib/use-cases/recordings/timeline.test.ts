import { describe, expect, test } from 'vitest';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import { playlistOf } from './open-media';
import { buildTimeline, correctTimeline } from './timeline';

const startUs = 1_800_000_000_000_000;
const tables = Buffer.from('tables').toString('base64');

/** The lines of a file with a keyframe each second, which arrived late by the jitter. */
function segment(file: string, firstSecond: number, count: number, change: Partial<Lines> = {}): RecordingLine[] {
  const { jitterUs = () => 0, clock = 'sent', ptsOffset = 0, isOpen = false } = change;
  const seconds = Array.from({ length: count }, (_, index) => firstSecond + index);
  return [
    { kind: 'segment', file, wallUs: startUs + firstSecond * 1e6, tables },
    ...seconds.map(
      (second, index): RecordingLine => ({
        kind: 'keyframe',
        offset: index * 1_000,
        pts: ptsOffset + second * 90_000,
        wallUs: startUs + second * 1e6 + jitterUs(index),
        clock,
      }),
    ),
    ...(isOpen ? [] : [{ kind: 'end', bytes: count * 1_000, lastPts: null } as const]),
  ];
}
interface Lines {
  jitterUs(index: number): number;
  clock: 'encoder' | 'sent' | 'arrival';
  ptsOffset: number;
  isOpen: boolean;
}

const textOf = (lines: RecordingLine[]): string => lines.map((line) => `\n${JSON.stringify(line)}`).join('');
const startsOf = (indexes: string[], sizes: [string, number][]) =>
  buildTimeline(indexes, new Map(sizes)).parts.map(({ startUs: us }) => (us - startUs) / 1e6);

test('segments go on from each other, and the last part ends where its segment did', () => {
  const lines = [...segment('a', 0, 3), ...segment('b', 3, 2)];
  const { parts } = buildTimeline(
    [textOf(lines)],
    new Map([
      ['a', 3_000],
      ['b', 2_000],
    ]),
  );
  expect(
    parts.map(({ file, from, to, durationUs, beginsRun }) => [file, from, to, durationUs / 1e6, beginsRun]),
  ).toEqual([
    ['a', 0, 1_000, 1, true],
    ['a', 1_000, 2_000, 1, false],
    ['a', 2_000, 3_000, 1, false],
    ['b', 0, 1_000, 1, false],
    ['b', 1_000, 2_000, 1, false],
  ]);
});

test('a run of two days is one of its recording’s timeline', () => {
  const { parts } = buildTimeline([textOf(segment('a', 0, 172_800))], new Map([['a', 172_800_000]]));
  expect(parts.length).toBe(172_800);
  expect(playlistOf(parts, { isEnded: true, addressOf: String }).split('#EXTINF').length).toBe(172_801);
});

test('the jitter of the way is smoothed, and a better clock alone counts', () => {
  const jittery = segment('a', 0, 40, { jitterUs: (index) => (index % 2 === 0 ? 30_000 : -30_000) });
  const starts = startsOf([textOf(jittery)], [['a', 40_000]]);
  const steps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  for (const step of steps) expect(step).toBeCloseTo(1, 1);
  const early = segment('a', 0, 3, { clock: 'arrival', jitterUs: () => 400_000 });
  const late = segment('a', 3, 3).filter(({ kind }) => kind === 'keyframe');
  const mixed = [...early.slice(0, -1), ...late.map((line, index) => ({ ...line, offset: (index + 3) * 1_000 }))];
  expect(startsOf([textOf(mixed as RecordingLine[])], [['a', 6_000]])).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a run ends where the camera was away, or its timestamps jump', () => {
  const away: RecordingLine[] = [
    ...segment('a', 0, 2),
    { kind: 'gap', cause: 'camera', wallUs: startUs, lastPts: 90_000 + 36_000 },
  ];
  const back = segment('b', 60, 2, { ptsOffset: 7 });
  const { parts } = buildTimeline(
    [textOf([...away, ...back])],
    new Map([
      ['a', 2_000],
      ['b', 2_000],
    ]),
  );
  expect(parts.map(({ beginsRun }) => beginsRun)).toEqual([true, false, true, false]);
  expect(parts[1]?.durationUs).toBeCloseTo(433_333, -2);
  const jumped = [...segment('a', 0, 2), ...segment('b', 2, 2, { ptsOffset: 900_000 })];
  const { parts: jumpedParts } = buildTimeline(
    [textOf(jumped)],
    new Map([
      ['a', 2_000],
      ['b', 2_000],
    ]),
  );
  expect(jumpedParts.map(({ beginsRun }) => beginsRun)).toEqual([true, false, true, false]);
});

test('timestamps that wrap go on', () => {
  const wrapping = segment('a', 0, 4).map((line) =>
    line.kind === 'keyframe' ? { ...line, pts: (line.pts + 2 ** 33 - 180_000) % 2 ** 33 } : line,
  );
  expect(startsOf([textOf(wrapping)], [['a', 4_000]])).toEqual([0, 1, 2, 3]);
});

test('a cut power cord: what the index says beyond the file is lost, and a cut line counts for nothing', () => {
  const text = `${textOf(segment('a', 0, 5, { isOpen: true }))}\n{"kind":"keyf`;
  const { parts } = buildTimeline([text], new Map([['a', 2_500]]));
  expect(parts.map(({ from, to }) => [from, to])).toEqual([
    [0, 1_000],
    [1_000, 2_000],
    [2_000, 2_500],
  ]);
});

test('a process that takes over repeats frames: each is there once, and the run goes on', () => {
  const dead = textOf(segment('a', 0, 4, { isOpen: true }));
  const next = textOf(segment('b', 3, 3));
  const { parts } = buildTimeline(
    [next, dead],
    new Map([
      ['a', 4_000],
      ['b', 3_000],
    ]),
  );
  expect(parts.map(({ file, startUs: us }) => [file, (us - startUs) / 1e6])).toEqual([
    ['a', 0],
    ['a', 1],
    ['a', 2],
    ['b', 3],
    ['b', 4],
    ['b', 5],
  ]);
});

test('another size begins a run at its keyframe', () => {
  const format = (width: number): RecordingLine => ({
    kind: 'format',
    videoCodec: 'h264',
    audioCodec: null,
    width,
    height: 720,
  });
  const [begin, first, second, third, end] = segment('a', 0, 3);
  const lines = [begin, first, format(1_280), second, format(1_920), third, end] as RecordingLine[];
  const { parts, format: last } = buildTimeline([textOf(lines)], new Map([['a', 3_000]]));
  expect(parts.map(({ beginsRun }) => beginsRun)).toEqual([true, true, false]);
  expect(last).toMatchObject({ width: 1_920 });
});

test('nothing recorded yet has no parts', () => {
  expect(buildTimeline([], new Map())).toEqual({ parts: [], thumbnails: [], format: null });
  expect(buildTimeline([textOf(segment('a', 0, 2))], new Map()).parts).toEqual([]);
});

test('a run says how sure it is, and an old index whose readings are late at first is set right', () => {
  const backlog = segment('a', 0, 120, { jitterUs: (index) => Math.max(0, 1e6 - index * 20_000) });
  const { parts } = buildTimeline([textOf(backlog)], new Map([['a', 120_000]]));
  expect(Math.abs((parts[0]?.startUs ?? 0) - startUs)).toBeLessThan(5_000);
  expect(parts[0]?.captured).toMatchObject({ clock: 'sent' });
  expect(parts[0]?.captured.uncertaintyMs).toBeLessThan(20);
  const unknown = buildTimeline([textOf(segment('a', 0, 3, { clock: 'arrival' }))], new Map([['a', 3_000]]));
  expect(unknown.parts[0]?.captured.uncertaintyMs).toBeGreaterThan(100);
});

test('a run stands apart where the camera’s timestamps go on and its readings do not', () => {
  const away: RecordingLine[] = [
    ...segment('a', 0, 20),
    { kind: 'gap', cause: 'camera', wallUs: startUs, lastPts: null },
  ];
  const apartOf = (lines: RecordingLine[]) => {
    const sizes = new Map([
      ['a', 20_000],
      ['b', 20_000],
    ]);
    return buildTimeline([textOf([...away, ...lines])], sizes).parts.at(-1)?.captured.apartMs;
  };
  expect(apartOf(segment('b', 30, 20, { jitterUs: () => 65_000 }))).toBe(65);
  expect(apartOf(segment('b', 30, 20))).toBe(0);
  expect(apartOf(segment('b', 30, 20, { ptsOffset: -2_000_000 }))).toBeNull();
  expect(apartOf(segment('b', 600, 20))).toBeNull();
});

test('a correction moves its run alone, with its thumbnails, and names its clock', () => {
  const lines = [...segment('a', 0, 3), ...segment('b', 60, 2, { ptsOffset: 900_000_000 })];
  const sizes = new Map([
    ['a', 3_000],
    ['b', 2_000],
  ]);
  const timeline = buildTimeline([textOf(lines)], sizes, [startUs + 1e6, startUs + 61e6]);
  const range = { fromUs: startUs, toUs: startUs + 2e6 };
  const moved = correctTimeline(timeline, [{ ...range, clock: 'sound', shiftMs: -100, uncertaintyMs: 8 }]);
  expect(moved.parts.map(({ startUs: us, captured }) => [(us - startUs) / 1e6, captured.clock])).toEqual([
    [-0.1, 'sound'],
    [0.9, 'sound'],
    [1.9, 'sound'],
    [60, 'sent'],
    [61, 'sent'],
  ]);
  expect(moved.thumbnails.map(({ atUs }) => (atUs - startUs) / 1e6)).toEqual([0.9, 61]);
  expect(correctTimeline(timeline, [])).toEqual(timeline);
});

describe('times of sending', () => {
  const sizes = new Map([['a', 60_000]]);
  const delay = (second: number, ms: number, isMeasured = true): RecordingLine => ({
    kind: 'delay',
    wallUs: startUs + second * 1e6,
    us: ms * 1_000,
    uncertaintyUs: 3_000,
    isMeasured,
  });
  /** A camera whose packets take so long; an older reader has believed the latency of 120 ms, or nothing. */
  function received(count: number, delayMs: (second: number) => number, lines: RecordingLine[], clock: Lines['clock']) {
    const read = segment('a', 0, count, { clock }).map((line, index): RecordingLine => {
      if (line.kind !== 'keyframe') return line;
      const arrivedUs = startUs + (index - 1) * 1e6 + delayMs(index - 1) * 1_000;
      return { ...line, arrivedUs, wallUs: arrivedUs - (clock === 'sent' ? 120_000 : 0) };
    });
    // The lines come in the order of their times.
    const timeOf = (line: RecordingLine) =>
      ('arrivedUs' in line ? line.arrivedUs : 'wallUs' in line ? line.wallUs : 0) ?? 0;
    const end = read.pop() as RecordingLine;
    return [
      read[0] as RecordingLine,
      ...[...read.slice(1), ...lines].sort((one, other) => timeOf(one) - timeOf(other)),
      end,
    ];
  }
  const errorsOf = (lines: RecordingLine[]) =>
    startsOf([textOf(lines)], [...sizes]).map((start, index) => Math.round((start - index) * 1_000));

  test('a late handshake is taken out from the first keyframe on, also where it is told later', () => {
    const lines = received(4, () => 190, [delay(0.5, 120, false), delay(2.5, 190)], 'sent');
    expect(errorsOf(lines)).toEqual([0, 0, 0, 0]);
  });

  test('a run of three seconds whose latency was told at its end stands right', () => {
    const lines = received(3, () => 400, [delay(2.9, 400, false)], 'arrival');
    expect(errorsOf(lines)).toEqual([0, 0, 0]);
    expect(buildTimeline([textOf(lines)], sizes).parts[0]?.captured.clock).toBe('sent');
  });

  test('libsrt corrects itself after some seconds, which the measurement follows later', () => {
    const lines = received(60, (second) => (second < 15 ? 190 : 120), [delay(1, 190), delay(18, 120)], 'sent');
    expect(Math.max(...errorsOf(lines).map(Math.abs))).toBeLessThan(5);
  });

  test('frames that wait for the first audio do not move the others', () => {
    const lines = received(30, (second) => (second < 1 ? 620 : 120), [delay(1, 120)], 'sent');
    expect(Math.max(...errorsOf(lines).map(Math.abs))).toBeLessThan(5);
  });
});
