import { expect, test } from 'vitest';
import { KeyframeScanner, type RecordingLine, readRecordingLine } from './recording-index';

const keyframe = {
  kind: 'keyframe',
  offset: 0,
  pts: 8_589_934_591,
  wallUs: 1_800_000_000_123_456,
  clock: 'sent',
  arrivedUs: 1_800_000_000_323_456,
} satisfies RecordingLine;

const scan = (text: string, from = 0) => {
  const scanner = new KeyframeScanner();
  const end = scanner.scan(Buffer.from(text), from);
  return end === null ? null : { ...scanner.line, end };
};

test.each(['encoder', 'sent', 'arrival'] as const)('scans the line of a keyframe by the clock %s', (clock) => {
  const text = JSON.stringify({ ...keyframe, clock });
  expect(scan(`${text}\n`)).toEqual({ ...readRecordingLine(text), end: text.length });
  expect(scan(`\n${text}\n{`, 1)).toEqual({ ...readRecordingLine(text), end: text.length + 1 });
});

test.each([
  ['without a line feed', JSON.stringify(keyframe)],
  ['cut off', `${JSON.stringify(keyframe).slice(0, -3)}\n`],
  ['of another clock', `${JSON.stringify({ ...keyframe, clock: 'sun' })}\n`],
  ['of another kind', `${JSON.stringify({ kind: 'end', bytes: 1, lastPts: null })}\n`],
  ['with a number that is none', `${JSON.stringify(keyframe).replace('"offset":0', '"offset":')}\n`],
  ['with a number that JSON does not read', `${JSON.stringify(keyframe).replace('"offset":0', '"offset":01')}\n`],
  ['with a broken number', `${JSON.stringify({ ...keyframe, offset: 1.5 })}\n`],
  [
    'with a number that is too large',
    `${JSON.stringify(keyframe).replace('"offset":0', '"offset":9007199254740993')}\n`,
  ],
  ['with one thing more', `${JSON.stringify({ ...keyframe, more: 1 })}\n`],
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
