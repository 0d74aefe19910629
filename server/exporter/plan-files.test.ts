import { expect, test } from 'vitest';
import type { TimelinePart } from '@/lib/use-cases/recordings/timeline';
import { mergedRanges, planFiles, planProgram } from './plan-files';

const startUs = Date.UTC(2026, 10, 27, 18, 30) * 1_000;
const tables = Buffer.from('tables');
const part = (second: number, beginsRun = false, file = 'a.ts'): TimelinePart => ({
  file,
  from: second * 10,
  to: second * 10 + 10,
  tables,
  startUs: startUs + second * 1e6,
  durationUs: 1e6,
  beginsRun,
  captured: { clock: 'sent', uncertaintyMs: 8, apartMs: null, shiftMs: 0 },
});
const range = (from: number, to: number, name = '') => [
  { startUs: startUs + from * 1e6, endUs: startUs + to * 1e6, name },
];
const camera = (parts: TimelinePart[], cameraName = 'Camera 1', cameraNumber: number | null = null) => ({
  id: 'id',
  cameraId: 'camera',
  cameraName,
  cameraNumber,
  parts,
});

test('a range begins at the keyframe before it, and ends in time', () => {
  const [file, ...others] = planFiles(
    [camera([0, 1, 2, 3].map((at) => part(at, at === 0)))],
    range(1.4, 2.5),
    'mov',
    'UTC',
  );
  expect(others).toEqual([]);
  expect(file).toMatchObject({
    name: 'Camera 1 2026-11-27 18-30-01.mov',
    startUs: startUs + 1e6,
    durationUs: 1.5e6,
    // With a group on either side, where sound of this time may lie.
    slices: [{ bytes: tables }, ...[0, 10, 20, 30].map((from) => ({ file: 'a.ts', from, to: from + 10 }))],
    sizeBytes: 46,
    leadBytes: 16,
  });
});

test('a camera without frames between its keyframes has a second and a half of them before its range', () => {
  const parts = Array.from({ length: 100 }, (_, index) => ({
    ...part(index / 25, index === 0),
    durationUs: 40_000,
  }));
  const [file] = planFiles([camera(parts)], range(2, 2.2), 'mov', 'UTC');
  expect(file?.leadBytes).toBe(6 + 38 * 10);
  expect(planFiles([camera(parts)], range(2, 2.2), 'ts', 'UTC')[0]).toMatchObject({ leadBytes: 6, sizeBytes: 56 });
});

test('a gap begins another file, and segments are read one after the other', () => {
  const parts = [part(0, true), part(1, false, 'b.ts'), part(5, true, 'b.ts')];
  const files = planFiles([camera(parts)], range(0, 10), 'mp4', 'UTC');
  expect(files.map(({ name, slices, durationUs }) => [name, slices.length, durationUs])).toEqual([
    ['Camera 1 2026-11-27 18-30-00.mp4', 3, 2e6],
    ['Camera 1 2026-11-27 18-30-05.mp4', 2, 1e6],
  ]);
});

test('nothing of the range is no file', () => {
  expect(planFiles([camera([part(0, true)])], range(1, 2), 'mp4', 'UTC')).toEqual([]);
});

test.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['Bühne: links?', 'Bühne_ links_'],
  ['...', 'Camera'],
  ['x'.repeat(200), 'x'.repeat(80)],
  ['相'.repeat(77), '相'.repeat(46)],
  [`${'x'.repeat(79)}👩‍👩‍👧‍👦👩‍👩‍👧‍👦`, `${'x'.repeat(79)}👩‍👩‍👧‍👦`],
  ['Half \ud83d emoji', 'Half  emoji'],
  ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦'],
  ['\u202evom.exe', 'vom.exe'],
  ['\u2067שלום\u2069 \u200f1', 'שלום 1'],
  ['\u202e', 'Camera'],
  ['two\u2028lines', 'two_lines'],
])('a camera called %s', (name, expected) => {
  const [file] = planFiles([camera([part(0, true)], name)], range(0, 1), 'ts', 'UTC');
  expect(file?.name).toBe(`${expected} 2026-11-27 18-30-00.ts`);
  expect(Buffer.byteLength(file?.name ?? '')).toBeLessThanOrEqual(180);
  expect(() => encodeURI(file?.name ?? '')).not.toThrow();
});

test('a camera that still exists has its number before its name, so that files sort by it', () => {
  const [file] = planFiles([camera([part(0, true)], 'Balcony', 7)], range(0, 1), 'ts', 'UTC');
  expect(file?.name).toBe('07 Balcony 2026-11-27 18-30-00.ts');
});

test('two cameras of one name have two files', () => {
  const files = planFiles([camera([part(0, true)]), camera([part(0, true)], 'camera 1')], range(0, 1), 'ts', 'UTC');
  expect(files.map(({ name }) => name)).toEqual([
    'Camera 1 2026-11-27 18-30-00.ts',
    'camera 1 2026-11-27 18-30-00 (2).ts',
  ]);
});

test('each clip is a file, which has the name of its mark', () => {
  const parts = Array.from({ length: 60 }, (_, second) => part(second, second === 0));
  const clips = [...range(10, 12, 'Goal: 1/0'), ...range(11, 13), ...range(40, 42, '進球'.repeat(40))];
  const names = planFiles([camera(parts, 'Balcony '.repeat(20), 7)], clips, 'mov', 'UTC').map(({ name }) => name);
  expect(names.map((name) => name.replace(/^.* (?=2026)/, ''))).toEqual([
    '2026-11-27 18-30-10 Goal_ 1_0.mov',
    '2026-11-27 18-30-11.mov',
    `2026-11-27 18-30-40 ${'進球'.repeat(8)}.mov`,
  ]);
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
});

test('clips that overlap are one in an edit, and the program has each moment once', () => {
  const clips = mergedRanges([...range(30, 40, 'b'), ...range(10, 20, 'a'), ...range(15, 25), ...range(50, 55)]);
  expect(clips.map((clip) => [(clip.startUs - startUs) / 1e6, (clip.endUs - startUs) / 1e6, clip.name])).toEqual([
    [10, 25, ''],
    [30, 40, ''],
    [50, 55, ''],
  ]);
  const parts = Array.from({ length: 60 }, (_, second) => part(second, second === 0));
  const program = planProgram([camera(parts)], [{ atUs: startUs, cameraIds: ['camera'] }], clips, 'UTC');
  expect(program.map(({ fromUs, toUs }) => [(fromUs - startUs) / 1e6, (toUs - startUs) / 1e6])).toEqual([
    [10, 25],
    [30, 40],
    [50, 55],
  ]);
});
