import { describe, expect, test } from 'vitest';
import { asSaid, isKnownText, problemWords, readSentence, sentenceOf } from './catalogue';
import { clusterTexts } from './cluster-texts';
import type { CodedText } from './coded-text';
import { failureTexts } from './failure-texts';
import { historyTexts } from './history-texts';
import { arrivalProblems } from './problems/arrival-problems';
import { audioProblems } from './problems/audio-problems';
import { cameraProblems } from './problems/camera-problems';
import { limitProblems } from './problems/limit-problems';
import { linkProblems } from './problems/link-problems';
import { refusalProblems } from './problems/refusal-problems';
import { videoProblems } from './problems/video-problems';
import { refusalTexts } from './refusal-texts';
import { transcodingTexts } from './transcoding-texts';

const groups = [
  ...[arrivalProblems, audioProblems, cameraProblems, limitProblems, linkProblems, refusalProblems, videoProblems],
  ...[clusterTexts, failureTexts, historyTexts, refusalTexts, transcodingTexts],
];

test('a code is in one place only', () => {
  const codes = groups.flatMap((group) => Object.keys(group));
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

const black: CodedText = { code: 'picture_black', figures: {} };
const broken = asSaid('The encoder broke.');

test.each<[CodedText, string]>([
  [black, 'The picture is black.'],
  [{ code: 'problem_found', figures: { problem: black } }, 'The picture is black.'],
  [
    { code: 'acknowledged', figures: { by: 'Ada Lovelace', problem: black } },
    'Ada Lovelace acknowledged: The picture is black.',
  ],
  [{ code: 'signal_lost', figures: { cause: 'silent' } }, 'Camera lost: nothing arrives from its encoder.'],
  [{ code: 'signal_lost', figures: { cause: null } }, 'Camera lost.'],
  [{ code: 'signal_back', figures: { durationMs: 185_000 } }, 'Camera back after 3 min 5 s.'],
  [
    { code: 'caller_refused', figures: { caller: 'viewer', refusal: 'old_key' } },
    'A viewer with the old key was refused.',
  ],
  [
    { code: 'port_taken', figures: { host: '127.0.0.1', port: 20_011, caller: 'camera' } },
    "Port 20011 of 127.0.0.1, where the stream's worker listens for the camera, is taken by another program.",
  ],
  [{ code: 'restarting', figures: { failure: broken } }, 'The encoder broke. Restarting it.'],
  [
    { code: 'failed_repeatedly', figures: { failures: 3, failure: broken } },
    'The process handling this camera failed 3 times in a row. The encoder broke. Press On to try again.',
  ],
])('%j in words', (text, sentence) => {
  expect(sentenceOf(text)).toBe(sentence);
});

describe('what another version wrote', () => {
  const newer: CodedText = { code: 'lens_dirty', figures: { percent: 30 } };
  const changed: CodedText = { code: 'long_gop', figures: { frames: 250 } };

  test.each([newer, changed, { code: 'constructor', figures: {} }])('%j is not known, and has words', (text) => {
    expect(problemWords(text)).toBeNull();
    expect(isKnownText(text)).toBe(false);
    expect(sentenceOf(text)).toBe(`A newer version says “${text.code}”, for which this one has no words.`);
  });

  test.each([
    ['only a sentence', null, 'It broke.'],
    ['a code that this version does not know', newer, 'It broke.'],
    ['figures that the code had not', changed, 'It broke.'],
    ['no text at all', { text: 'picture_black' }, 'It broke.'],
    ['a text of this catalogue', black, 'The picture is black.'],
  ])('a row with %s', (_, coded, sentence) => {
    expect(readSentence(coded, 'It broke.')).toBe(sentence);
  });
});
