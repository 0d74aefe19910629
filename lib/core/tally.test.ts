import { describe, expect, test } from 'vitest';
import { combineTally, cutTo, type TallyReport, tallyChanges } from './tally';

const input = (number: number | null, name: string, on: 'program' | 'preview' | 'off' = 'off') => ({
  number,
  name,
  program: on === 'program',
  preview: on === 'preview',
});
const report = (change: Partial<TallyReport>): TallyReport => ({
  isLive: true,
  matchBy: 'name',
  mapping: { Left: 'a', Right: 'b' },
  inputs: [input(1, 'Left'), input(2, 'Right')],
  ...change,
});
const states = (...reports: TallyReport[]) => Object.fromEntries(combineTally(reports));

describe('combineTally', () => {
  test.each([
    ['by name', report({ inputs: [input(1, 'Left', 'program'), input(2, 'Right', 'preview')] })],
    [
      'by number',
      report({
        matchBy: 'number',
        mapping: { '7': 'a', '0': 'b' },
        inputs: [input(7, '', 'program'), input(0, 'x', 'preview')],
      }),
    ],
    [
      'by name, of a switcher that has numbers alone',
      report({ mapping: { '7': 'a', '8': 'b' }, inputs: [input(7, '', 'program'), input(8, '', 'preview')] }),
    ],
    [
      'by number, of a switcher that has names alone',
      report({ matchBy: 'number', inputs: [input(null, 'Left', 'program'), input(null, 'Right', 'preview')] }),
    ],
  ])('finds the camera of an input %s', (_name, one) => {
    expect(states(one)).toEqual({ a: 'program', b: 'preview' });
  });

  test('an input that is on air and next is on air', () => {
    expect(
      states(report({ inputs: [{ ...input(1, 'Left'), program: true, preview: true }, input(2, 'Right')] })),
    ).toEqual({ a: 'program', b: 'off' });
  });

  test('of two inputs of one camera, and of two with one name, the one on air counts', () => {
    const mapping = { Left: 'a', Wide: 'a' };
    const twice = report({ mapping, inputs: [input(1, 'Left', 'program'), input(2, 'Wide'), input(3, 'Left')] });
    expect(states(twice)).toEqual({ a: 'program' });
  });

  test.each([
    ['off', 'program', 'program'],
    ['off', 'preview', 'preview'],
    ['preview', 'program', 'program'],
    ['off', 'off', 'off'],
  ] as const)('two switchers, %s and %s: %s', (one, other, both) => {
    const reportOf = (on: 'program' | 'preview' | 'off') =>
      report({ mapping: { Left: 'a' }, inputs: [input(1, 'Left', on)] });
    expect(states(reportOf(one), reportOf(other))).toEqual({ a: both });
    expect(states(reportOf(other), reportOf(one))).toEqual({ a: both });
  });

  test('a silent switcher makes its cameras unknown, but not one that another has on air', () => {
    const silent = report({ isLive: false, inputs: [input(1, 'Left', 'program'), input(2, 'Right')] });
    expect(states(silent)).toEqual({ a: 'unknown', b: 'unknown' });
    const other = report({ inputs: [input(1, 'Left', 'program'), input(2, 'Right', 'preview')] });
    expect(states(silent, other)).toEqual({ a: 'program', b: 'unknown' });
  });

  test('an input that the switcher does not have makes its camera unknown', () => {
    expect(states(report({ inputs: [input(1, 'Left', 'preview')] }))).toEqual({ a: 'preview', b: 'unknown' });
  });
});

test('where Sightline cuts, no switcher counts, and a camera that is neither on air nor next is off', () => {
  const other = report({ inputs: [input(1, 'Left', 'program'), input(2, 'Right', 'preview')] });
  const desk = { programId: 'b', previewId: 'c', cameraIds: ['a', 'b', 'c'] };
  expect(Object.fromEntries(combineTally([other], desk))).toEqual({ a: 'off', b: 'program', c: 'preview' });
});

test.each([
  ['a cut to the next camera exchanges the two', ['a', 'b'], 'b', undefined, ['b', 'a']],
  ['a cut to another camera leaves the next one', ['a', 'b'], 'c', undefined, ['c', 'b']],
  ['the first cut leaves nothing next', [null, 'b'], 'b', undefined, ['b', null]],
  ['a cut may name the next camera', ['a', 'b'], 'b', 'c', ['b', 'c']],
  ['a camera is chosen without a cut', ['a', 'b'], undefined, 'c', ['a', 'c']],
  ['nothing may be next', ['a', 'b'], undefined, null, ['a', null]],
] as const)('%s', (_, [programId, previewId], onAir, next, [nextProgram, nextPreview]) => {
  expect(cutTo({ programId, previewId }, onAir, next)).toEqual({ programId: nextProgram, previewId: nextPreview });
});

test('tallyChanges names what differs, and takes what is not mapped for off', () => {
  const before = new Map([['a', 'program'] as const, ['b', 'preview'] as const, ['c', 'off'] as const]);
  const after = new Map([['b', 'program'] as const, ['d', 'off'] as const]);
  expect(tallyChanges(before, after)).toEqual([
    { cameraId: 'a', tally: 'off', previousTally: 'program' },
    { cameraId: 'b', tally: 'program', previousTally: 'preview' },
  ]);
});
