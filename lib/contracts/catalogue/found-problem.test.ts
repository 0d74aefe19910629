import { expect, test } from 'vitest';
import { findingSchema } from '../streams';
import { type FoundProblem, readFindings, storedFinding, storedProblemsSchema } from './found-problem';

const since = '2026-01-01T12:00:00.000Z';
const longGop: FoundProblem = { code: 'long_gop', figures: { gopSeconds: 8.2 }, severity: 'warning', since };
const words = {
  sentence: 'Keyframes are 8.2 s apart, so a picture can take that long to appear or recover.',
  fix: 'Set the encoder to a keyframe every one or two seconds.',
};

/** As the version before wrote it. */
const old = {
  code: 'long_gop',
  severity: 'warning',
  sentence: 'Keyframes come every 8.2 s.',
  fix: 'Set the keyframe interval to 2 s.',
  settings: { obs: 'Keyframe Interval: 2 s', larix: 'Keyframe: 2', vmix: 'Keyframe: 2 seconds', ffmpeg: '-g 60' },
  since,
};

test('a finding is stored with its words, and read in those of the catalogue', () => {
  const stored = storedFinding(longGop);
  expect(stored).toMatchObject({ ...longGop, ...words });
  expect(readFindings([{ ...stored, sentence: 'As it was worded then.' }])).toMatchObject([{ ...words, since }]);
  expect(storedProblemsSchema.parse([stored])).toEqual([longGop]);
});

test('the version before, which reads words alone, reads a stored finding', () => {
  expect(findingSchema.parse(storedFinding(longGop))).toMatchObject(words);
});

test('one of the version before keeps its words, and is a problem without figures', () => {
  expect(readFindings([old])).toEqual([old]);
  expect(storedProblemsSchema.parse([old])).toEqual([{ code: 'long_gop', figures: {}, severity: 'warning', since }]);
});

test('one of a newer version keeps its words, and has some where it was stored without', () => {
  const newer = { ...old, code: 'lens_dirty', figures: { percent: 30 } };
  expect(readFindings([newer])).toEqual([{ ...old, code: 'lens_dirty' }]);
  const { sentence, fix, settings, ...wordless } = newer;
  expect(readFindings([wordless])).toEqual([
    {
      code: 'lens_dirty',
      severity: 'warning',
      sentence: 'A newer version has found the problem “lens_dirty”.',
      fix: 'Upgrade this program to that version to read what to do.',
      settings: null,
      since,
    },
  ]);
});
