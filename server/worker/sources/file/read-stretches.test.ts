import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import { readStretches } from './read-stretches';

const startUs = 1_790_000_000_000_000;
const segment = (file: string, tables = 'tables'): RecordingLine => ({
  kind: 'segment',
  file,
  wallUs: startUs,
  tables,
});
/** A keyframe each 100 bytes, and each second. */
const keyframe = (second: number, offset: number): RecordingLine => ({
  kind: 'keyframe',
  offset,
  pts: second * 90_000,
  wallUs: startUs + second * 1_000_000,
  clock: 'sent',
});
const gap: RecordingLine = { kind: 'gap', cause: 'camera', wallUs: startUs, lastPts: null };

/** @param indexes lines by the names of their writers. @returns stretches in short: file, range, and * for a break */
async function read(indexes: Record<string, RecordingLine[]>, from: number | null, to: number | null) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-stretches-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [writer, lines] of Object.entries(indexes)) {
    await writeFile(
      path.join(folder, `${writer}.jsonl`),
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"k`,
    );
  }
  const stretches = await readStretches(folder, { from_seconds: from, to_seconds: to });
  return stretches.map((one) => `${one.isBreak ? '*' : ''}${one.file} ${one.from}-${one.to ?? 'end'}`);
}

const two = [
  segment('a-1.ts'),
  ...[0, 1, 2].map((second) => keyframe(second, second * 100)),
  segment('a-2.ts'),
  ...[3, 4, 5].map((second) => keyframe(second, (second - 3) * 100)),
];

test.each([
  ['all of it', null, null, ['*a-1.ts 0-end', 'a-2.ts 0-end']],
  ['a range is widened to keyframes', 1.5, 3.5, ['*a-1.ts 100-end', 'a-2.ts 0-100']],
  ['a range within one file', 0, 2, ['*a-1.ts 0-200']],
  ['less than a keyframe', 1.2, 1.3, ['*a-1.ts 100-200']],
  ['up to a file’s beginning', 0, 3, ['*a-1.ts 0-end']],
  ['beyond the end', 99, 200, ['*a-2.ts 200-end']],
])('%s', async (_, from, to, expected) => {
  expect(await read({ a: two }, from, to)).toEqual(expected);
});

test('a gap, other tables and another writer are breaks, and what the other one repeats plays once', async () => {
  const first = [
    segment('a-1.ts'),
    keyframe(0, 0),
    gap,
    keyframe(10, 100),
    segment('a-2.ts', 'others'),
    keyframe(11, 0),
    keyframe(12, 100),
  ];
  const second = [segment('b-1.ts'), keyframe(12, 0), keyframe(13, 100)];
  expect(await read({ b: second, a: first }, null, null)).toEqual([
    '*a-1.ts 0-100',
    '*a-1.ts 100-end',
    '*a-2.ts 0-100',
    '*b-1.ts 0-end',
  ]);
});

test('a recording without a keyframe has none', async () => {
  expect(await read({ a: [segment('a-1.ts')] }, null, null)).toEqual([]);
  expect(await read({}, null, null)).toEqual([]);
});

test('a frame that another writer repeats plays once, although the writers’ clocks differ', async () => {
  const repeated = { ...keyframe(2, 0), wallUs: startUs + 2_100_000 };
  const second = [segment('b-1.ts'), repeated, keyframe(3, 100)];
  expect(
    await read({ a: [segment('a-1.ts'), ...[0, 1, 2].map((one) => keyframe(one, one * 100))], b: second }, null, null),
  ).toEqual(['*a-1.ts 0-200', '*b-1.ts 0-end']);
});
