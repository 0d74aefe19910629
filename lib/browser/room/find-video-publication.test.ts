import { expect, test } from 'vitest';
import { findVideoPublication } from './find-video-publication';

const camera = { kind: 'video', source: 'camera' };
const screen = { kind: 'video', source: 'screen_share' };
const audio = { kind: 'audio', source: 'microphone' };

test.each([
  ['prefers the camera', [audio, screen, camera], camera],
  ['falls back to another video', [audio, screen], screen],
  ['finds nothing in audio alone', [audio], undefined],
  ['finds nothing without publications', [], undefined],
])('picks %s', (_, publications, expected) => {
  expect(findVideoPublication(publications)).toBe(expected);
});
