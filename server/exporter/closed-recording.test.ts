import { expect, test } from 'vitest';
import { isClosed } from './closed-recording';

const segment = '{"kind":"segment","file":"a.ts","wallUs":1,"tables":""}';
const keyframe = '{"kind":"keyframe","offset":0,"pts":0,"wallUs":1,"clock":"sent"}';
const end = '{"kind":"end","bytes":188,"lastPts":0}';
const gap = '{"kind":"gap","cause":"camera","wallUs":2,"lastPts":0}';

test.each([
  ['nothing is written yet', [], false],
  ['its segment goes on', [[segment, keyframe]], false],
  ['its segment is closed', [[segment, keyframe, end]], true],
  ['the camera was away at its end', [[segment, keyframe, end, gap]], true],
  ['the next segment has begun', [[segment, keyframe, end, segment]], false],
  [
    'one of two workers still writes',
    [
      [segment, end],
      [segment, keyframe],
    ],
    false,
  ],
  ['only the last lines are read', [['0,"clock":"sent"}', end]], true],
  ['its last line is cut off', [[segment, keyframe, end.slice(0, 20)]], false],
])('a recording of which %s', (_, indexes, expected) => {
  expect(isClosed(indexes.map((lines) => `${lines.join('\n')}\n`))).toBe(expected);
});
