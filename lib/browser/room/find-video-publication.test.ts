import { expect, test } from 'vitest';
import { findVideoPublication } from './find-video-publication';

const camera = { kind: 'video', source: 'camera' };
const screen = { kind: 'video', source: 'screen_share' };
const sound = { kind: 'audio', source: 'microphone' };

test.each([
  ['the camera before all others', [sound, screen, camera], camera],
  ['another video where there is no camera', [sound, screen], screen],
  ['nothing of sound alone', [sound], undefined],
  ['nothing of nothing', [], undefined],
])('picks %s', (_, publications, expected) => {
  expect(findVideoPublication(publications)).toBe(expected);
});
