import { expect, test } from 'vitest';
import { type RecordingLine, RecordingLineScanner, readRecordingLine } from './recording-index';

const keyframe = {
  kind: 'keyframe',
  offset: 0,
  pts: 8_589_934_591,
  wallUs: 1_800_000_000_123_456,
  clock: 'sent',
  arrivedUs: 1_800_000_000_323_456,
} satisfies RecordingLine;

const segment: RecordingLine = { kind: 'segment', file: 'a-1.ts', wallUs: 1_800_000_000_123_456, tables: 'R0+/AA==' };
const format: RecordingLine = { kind: 'format', videoCodec: 'h264', audioCodec: null, width: 640, height: 360 };

const scan = (text: string, from = 0) => {
  const scanner = new RecordingLineScanner();
  const end = scanner.scan(Buffer.from(text), from);
  return end === null ? null : { ...scanner.line, end };
};

test.each(['encoder', 'sent', 'arrival'] as const)('scans the line of a keyframe by the clock %s', (clock) => {
  const text = JSON.stringify({ ...keyframe, clock });
  expect(scan(`${text}\n`)).toEqual({ ...readRecordingLine(text), end: text.length });
  expect(scan(`\n${text}\n{`, 1)).toEqual({ ...readRecordingLine(text), end: text.length + 1 });
});

test('scans segments, ends and formats one after the other, those that repeat tables and format included', () => {
  const lines: RecordingLine[] = [
    segment,
    format,
    { kind: 'end', bytes: 188, lastPts: 2 ** 33 - 1 },
    { ...segment, file: 'a-2.ts' },
    format,
    { kind: 'end', bytes: 0, lastPts: null },
    { ...segment, file: 'a-3.ts', tables: 'R0+/AA' },
    { ...format, width: 1280 },
    { ...segment, file: 'a-4.ts', tables: 'R0+/AA==' },
  ];
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const scanner = new RecordingLineScanner();
  const read: RecordingLine[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = scanner.scan(bytes, at) ?? Number.NaN;
    expect(bytes[end]).toBe(10);
    read.push({ ...scanner.line });
    at = end + 1;
  }
  expect(read).toEqual(lines);
});

test.each([
  ['without a line feed', JSON.stringify(keyframe)],
  ['cut off', `${JSON.stringify(keyframe).slice(0, -3)}\n`],
  ['of another clock', `${JSON.stringify({ ...keyframe, clock: 'sun' })}\n`],
  ['of another kind', `${JSON.stringify({ kind: 'gap', cause: 'disk', wallUs: 1, lastPts: null })}\n`],
  ['with a number that is none', `${JSON.stringify(keyframe).replace('"offset":0', '"offset":')}\n`],
  ['with a number that JSON does not read', `${JSON.stringify(keyframe).replace('"offset":0', '"offset":01')}\n`],
  ['with a broken number', `${JSON.stringify({ ...keyframe, offset: 1.5 })}\n`],
  [
    'with a number that is too large',
    `${JSON.stringify(keyframe).replace('"offset":0', '"offset":9007199254740993')}\n`,
  ],
  ['with one thing more', `${JSON.stringify({ ...keyframe, more: 1 })}\n`],
  ['of a segment whose name JSON escapes', `${JSON.stringify({ ...segment, file: 'a"b' })}\n`],
  ['of a segment without tables', `${JSON.stringify({ ...segment, tables: undefined })}\n`],
  ['of a segment with one thing more', `${JSON.stringify({ ...segment, more: 1 })}\n`],
  ['of an end without a number', `${JSON.stringify({ kind: 'end', lastPts: 1 })}\n`],
  ['of a format without a width', `${JSON.stringify({ ...format, width: undefined })}\n`],
])('leaves a line %s to the reader of JSON', (_, text) => {
  expect(scan(text)).toBeNull();
});

test('lines that are not as the contract says are none', () => {
  const lines = [
    { kind: 'segment', file: 'a.ts', wallUs: 1, tables: 'AA==' },
    { kind: 'end', bytes: 1, lastPts: null },
    { kind: 'end', bytes: 1, lastPts: 2 },
  ];
  for (const line of lines) expect(readRecordingLine(JSON.stringify(line))).toEqual(line);
  const wrong = [
    { kind: 'segment', file: 'a.ts', wallUs: 1 },
    { kind: 'segment', file: 7, wallUs: 1, tables: 'AA==' },
    { kind: 'segment', file: 'a.ts', wallUs: 1.5, tables: 'AA==' },
    { kind: 'end', bytes: 1 },
    { kind: 'end', bytes: '1', lastPts: null },
  ];
  for (const line of wrong) expect(readRecordingLine(JSON.stringify(line))).toBeNull();
});
