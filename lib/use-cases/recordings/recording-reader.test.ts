import { Buffer } from 'node:buffer';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { summaryFile } from '@/lib/contracts/recording-files';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import type { RecordingStorage } from '@/lib/platform/storage/recording-storage';
import { RecordingReader } from './recording-reader';
import { buildTimeline } from './timeline';

afterEach(() => vi.restoreAllMocks());

const startUs = 1_800_000_000_000_000;
const tables = Buffer.from('tables').toString('base64');

/** A segment of a keyframe each second, which came a little late. */
const segment = (file: string, firstSecond: number, count: number): RecordingLine[] => [
  { kind: 'segment', file, wallUs: startUs + firstSecond * 1e6, tables },
  ...Array.from({ length: count }, (_, index): RecordingLine => {
    const second = firstSecond + index;
    const lateUs = (second * 7_919) % 30_000;
    return {
      kind: 'keyframe',
      offset: index,
      pts: second * 90_000,
      wallUs: startUs + second * 1e6 + lateUs,
      clock: 'sent',
    };
  }),
  { kind: 'end', bytes: count, lastPts: null },
];
/** A segment whose delay becomes known, and changes a little from segment to segment. */
const delayedSegment = (number: number): RecordingLine[] => [
  ...segment(`a-${number}.ts`, number * 10, 10).map((line) =>
    line.kind === 'keyframe' ? { ...line, arrivedUs: line.wallUs + 300_000 } : line,
  ),
  {
    kind: 'delay',
    wallUs: startUs + number * 10e6 + 2e6,
    us: 300_000 + ((number * 31) % 7) * 1_000,
    uncertaintyUs: 4_000,
    isMeasured: number > 0,
  },
];
const hour = (number: number) => Array.from({ length: 360 }, (_, index) => delayedSegment(number * 360 + index)).flat();
const textOf = (lines: RecordingLine[]): string => lines.map((line) => `\n${JSON.stringify(line)}`).join('');

/** A folder in memory that counts what is read of it. */
class Folder implements RecordingStorage {
  readonly files = new Map<string, Buffer>();
  readBytes = 0;
  asked = 0;

  write(name: string, text: string): void {
    this.files.set(name, Buffer.concat([this.files.get(name) ?? Buffer.alloc(0), Buffer.from(text)]));
  }

  /** An index, and the segments that it names whole. */
  index(name: string, lines: RecordingLine[]): void {
    this.write(name, textOf(lines));
    for (const line of lines) if (line.kind === 'segment') this.files.set(line.file, Buffer.alloc(1e4));
  }

  async list() {
    return new Map([...this.files].map(([name, { length: sizeBytes }]) => [name, { sizeBytes }]));
  }

  async names() {
    this.asked++;
    return [...this.files.keys()];
  }

  async sizes(_: string, names: string[]) {
    this.asked++;
    return new Map(names.flatMap((name) => (this.files.has(name) ? [[name, this.files.get(name)?.length ?? 0]] : [])));
  }

  async *read(_: string, file: string, from: number, to: number) {
    this.readBytes += to - from;
    yield this.files.get(file)?.subarray(from, to) ?? Buffer.alloc(0);
  }

  async readWhole(_: string, file: string) {
    return this.files.get(file) ?? null;
  }

  async writeWhole(_: string, file: string, bytes: Buffer) {
    this.files.set(file, bytes);
  }
}

/** As if this long had passed. */
let nowMs = performance.now();
function pass(ms: number): void {
  nowMs += ms;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
}

const sizesOf = (folder: Folder) => new Map([...folder.files].map(([name, { length }]) => [name, length]));

test('a recording that goes on is read on from the last byte, and is the same as one that is read at once', async () => {
  const folder = new Folder();
  const reader = new RecordingReader(folder, 'id');
  const texts: string[] = [];
  for (let number = 0; number < 4; number++) {
    folder.index('a.jsonl', hour(number));
    texts.push(textOf(hour(number)));
    pass(6_000);
    const { parts } = await reader.read(null);
    expect(parts).toHaveLength((number + 1) * 3_600);
  }
  expect(folder.readBytes).toBe(folder.files.get('a.jsonl')?.length);
  const whole = buildTimeline([texts.join('')], sizesOf(folder));
  expect(reader.timeline).toEqual(whole);
  // Settled parts stay the same objects: nobody makes them again.
  const before = reader.timeline.parts[100];
  folder.index('a.jsonl', hour(4));
  pass(6_000);
  expect((await reader.read(null)).parts[100]).toBe(before);
});

test('a line that is there by half counts once it is whole, and a gap and a format where they belong', async () => {
  const folder = new Folder();
  const reader = new RecordingReader(folder, 'id');
  const lines: RecordingLine[] = [
    ...segment('a', 0, 3).slice(0, -1),
    { kind: 'format', videoCodec: 'h264', audioCodec: null, width: 640, height: 360 },
    { kind: 'gap', cause: 'camera', wallUs: startUs + 3e6, lastPts: 2 * 90_000 + 45_000 },
    ...segment('b', 60, 3),
  ];
  folder.index('a.jsonl', lines);
  const text = folder.files.get('a.jsonl') ?? Buffer.alloc(0);
  for (let from = 0; from < text.length; from += 37) {
    folder.files.set('a.jsonl', text.subarray(0, from + 37));
    pass(6_000);
    await reader.read(null);
  }
  expect(reader.timeline).toEqual(buildTimeline([String(text)], sizesOf(folder)));
  expect(reader.timeline.parts.map(({ beginsRun }) => beginsRun)).toEqual([true, false, false, true, false, false]);
});

test('a writer that takes over repeats frames, which are there once', async () => {
  const folder = new Folder();
  const reader = new RecordingReader(folder, 'id');
  folder.index('a.jsonl', segment('a', 0, 4).slice(0, -1));
  expect((await reader.read(null)).parts).toHaveLength(4);
  folder.index('b.jsonl', segment('b', 3, 3));
  pass(6_000);
  const { parts } = await reader.read(null);
  expect(parts.map(({ file }) => file)).toEqual(['a', 'a', 'a', 'b', 'b', 'b']);
});

test('what an index says beyond its segment is not there yet', async () => {
  const folder = new Folder();
  const reader = new RecordingReader(folder, 'id');
  folder.write('a.jsonl', textOf(segment('a', 0, 5).slice(0, -1)));
  folder.write('a', '123');
  expect((await reader.read(null)).parts.map(({ to }) => to)).toEqual([1, 2, 3]);
  folder.write('a', '45');
  pass(1_500);
  expect((await reader.read(null)).parts.map(({ to }) => to)).toEqual([1, 2, 3, 4, 5]);
});

test('all who ask at once wait for one reading, and one that has ended is not read again', async () => {
  const folder = new Folder();
  folder.index('a.jsonl', hour(0));
  const reader = new RecordingReader(folder, 'id');
  const ended = new Date(Date.now() - 120_000);
  const read = await Promise.all(Array.from({ length: 20 }, () => reader.read(ended)));
  expect(new Set(read).size).toBe(1);
  expect(folder.readBytes).toBe(folder.files.get('a.jsonl')?.length);
  const { asked } = folder;
  pass(60_000);
  await reader.read(ended);
  expect(folder.asked).toBe(asked);
});

test('joined parts hold the same bytes and times, are longer after the first hour, and keep their indexes', async () => {
  const folder = new Folder();
  const [whole, joined] = [new RecordingReader(folder, 'id'), new RecordingReader(folder, 'id', true)];
  let known: [file: string, from: number][] = [];
  for (let number = 0; number < 3; number++) {
    folder.index('a.jsonl', hour(number));
    pass(6_000);
    const { parts } = await whole.read(null);
    const found = (await joined.read(null)).parts;
    const begins = found.map(({ file, from }): [string, number] => [file, from]);
    // The last one may still grow.
    expect(begins.slice(0, known.length)).toEqual(known);
    known = begins;
    expect(found[0]?.startUs).toBe(parts[0]?.startUs);
    // Each holds whole parts, up to where the next one begins.
    let at = 0;
    const held = found.map((_, index) => {
      const first = parts[at];
      const next = found[index + 1];
      while (at < parts.length && (!next || parts[at]?.file !== next.file || parts[at]?.from !== next.from)) at++;
      const [last, following] = [parts[at - 1], parts[at]];
      return [first?.startUs, first?.from, last?.to, following?.startUs ?? null];
    });
    expect(found.map(({ startUs, from, to }) => [startUs, from, to])).toEqual(held.map((one) => one.slice(0, 3)));
    const ends = found.map(({ startUs, durationUs }) => startUs + durationUs);
    expect(ends.slice(0, -1)).toEqual(held.slice(0, -1).map(([, , , next]) => next));
  }
  const lengths = joined.timeline.parts.map(({ from, to }) => to - from);
  expect(lengths.slice(0, 3_600)).toEqual(Array(3_600).fill(1));
  // Four seconds, but no part crosses a file of ten.
  expect(new Set(lengths.slice(3_600))).toEqual(new Set([2, 4]));
});

test('keyframes that come faster than twice a second are joined from the beginning', async () => {
  const folder = new Folder();
  const lines = segment('a', 0, 1).slice(0, 1);
  for (let frame = 0; frame < 250; frame++) {
    const wallUs = startUs + frame * 40_000;
    lines.push({ kind: 'keyframe', offset: frame, pts: frame * 3_600, wallUs, clock: 'sent' });
  }
  folder.index('a.jsonl', [...lines, { kind: 'end', bytes: 250, lastPts: null }]);
  const { parts } = await new RecordingReader(folder, 'id', true).read(new Date(0));
  expect(parts).toHaveLength(20);
  expect(parts.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(250);
});

test('a segment that has grown and ended since its size was read is there whole', async () => {
  const folder = new Folder();
  const reader = new RecordingReader(folder, 'id');
  folder.write('a.jsonl', textOf(segment('a', 0, 5).slice(0, 4)));
  folder.write('a', '123');
  await reader.read(null);
  folder.write('a.jsonl', textOf(segment('a', 0, 5).slice(4)));
  folder.write('a', '45');
  folder.index('a.jsonl', [...segment('b', 5, 5), ...segment('c', 10, 5)]);
  pass(6_000);
  await reader.read(null);
  expect(reader.timeline).toEqual(await new RecordingReader(folder, 'id').read(null));
});

describe('a summary', () => {
  const ended = new Date(0);
  const away: RecordingLine = { kind: 'gap', cause: 'camera', wallUs: startUs + 7_200e6, lastPts: null };
  /** Two hours, and the beginning of a third, with a line that is there by half. */
  function recorded(): { folder: Folder; rest: RecordingLine[] } {
    const folder = new Folder();
    const third = hour(2);
    folder.index('a.jsonl', [...hour(0), ...hour(1), ...third.slice(0, 500)]);
    folder.write('a.jsonl', textOf(third.slice(500, 501)).slice(0, 20));
    return { folder, rest: third.slice(501) };
  }
  const withoutSummary = async (folder: Folder, endedAt: Date | null) => {
    const bytes = folder.files.get(summaryFile);
    folder.files.delete(summaryFile);
    const read = await new RecordingReader(folder, 'id', true).read(endedAt);
    if (bytes) folder.files.set(summaryFile, bytes);
    return read;
  };

  test('lets another reader go on where it ends, as if it had read everything', async () => {
    const { folder, rest } = recorded();
    const first = new RecordingReader(folder, 'id', true);
    await first.read(null);
    expect(await first.keepSummary()).toBe(true);
    expect(await first.keepSummary()).toBe(false);
    expect(await new RecordingReader(folder, 'id', true).read(null)).toEqual(first.timeline);
    folder.write('a.jsonl', textOf(hour(2).slice(500, 501)).slice(20));
    folder.index('a.jsonl', [...rest, away, ...segment('b', 20_000, 30)]);
    folder.write('a.jsonl', '');
    const before = folder.readBytes;
    const read = await new RecordingReader(folder, 'id', true).read(null);
    expect(folder.readBytes - before).toBeLessThan((folder.files.get('a.jsonl')?.length ?? 0) / 2);
    expect(read).toEqual(await withoutSummary(folder, null));
    expect(read.parts.filter(({ beginsRun }) => beginsRun)).toHaveLength(2);
  });

  test('of a recording that has ended takes the place of its index, and of several', async () => {
    const { folder } = recorded();
    folder.index('b.jsonl', segment('b', 8_000, 3));
    folder.files.set(`thumbnail-${startUs}.jpg`, Buffer.alloc(1));
    const first = new RecordingReader(folder, 'id', true);
    await first.read(ended);
    expect(await first.keepSummary()).toBe(true);
    const before = folder.readBytes;
    const reader = new RecordingReader(folder, 'id', true);
    expect(await reader.read(ended)).toEqual(first.timeline);
    expect([reader.isFinal, folder.readBytes]).toEqual([true, before]);
    expect(reader.timeline.thumbnails).toHaveLength(1);
  });

  test('counts for nothing where it is damaged, of another version, or does not fit its index', async () => {
    const { folder, rest } = recorded();
    const first = new RecordingReader(folder, 'id', true);
    await first.read(ended);
    await first.keepSummary();
    const whole = folder.files.get(summaryFile) ?? Buffer.alloc(0);
    const index = folder.files.get('a.jsonl') ?? Buffer.alloc(0);
    const damaged = Buffer.from(whole);
    damaged[5_000] = (damaged[5_000] ?? 0) + 1;
    const other = Buffer.from(whole.toString('latin1').replace('timeline 1 ', 'timeline 0 '), 'latin1');
    for (const bytes of [damaged, other, whole.subarray(0, 9_000), whole.subarray(0, 40), Buffer.alloc(0)]) {
      folder.files.set(summaryFile, bytes);
      const before = folder.readBytes;
      expect(await new RecordingReader(folder, 'id', true).read(ended)).toEqual(first.timeline);
      expect(folder.readBytes - before).toBe(index.length);
    }
    folder.files.set(summaryFile, whole);
    for (const text of [index.subarray(0, 100_000), Buffer.concat([index, Buffer.from(textOf(rest))])]) {
      folder.files.set('a.jsonl', text);
      const read = await new RecordingReader(folder, 'id', true).read(ended);
      expect(read).toEqual(await withoutSummary(folder, ended));
    }
    folder.files.set('a.jsonl', index);
    folder.index('b.jsonl', segment('b', 7_000, 3));
    const read = await new RecordingReader(folder, 'id', true).read(ended);
    expect(read).toEqual(await withoutSummary(folder, ended));
  });
});
