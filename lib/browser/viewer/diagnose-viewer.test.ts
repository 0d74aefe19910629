import { expect, test } from 'vitest';
import type { RoomReach } from '../room/event-room';
import { diagnoseViewer, type Viewer } from './diagnose-viewer';

const sound: Viewer = {
  hasWebRtc: true,
  canDecodeH264: true,
  keepsData: true,
  holdsPlaybackBack: false,
  clockAheadMs: 900,
};

test.each<[string, Partial<Viewer>, RoomReach, string]>([
  ['a browser without H.264, connected', { canDecodeH264: false }, 'media', 'cannot play H.264'],
  ['a browser without H.264, not connected', { canDecodeH264: false }, 'nothing', 'cannot play H.264'],
  ['a browser without WebRTC', { hasWebRtc: false, canDecodeH264: false }, 'nothing', 'no WebRTC'],
  ['a browser that keeps nothing', { keepsData: false }, 'nothing', 'keeps no data'],
  ['a network that lets no media through', {}, 'signalling', 'UDP port 7882 and TCP port 7881'],
  ['a network that lets no websockets through', {}, 'nothing', 'blocks websockets'],
  ['a browser that waits for a press', { holdsPlaybackBack: true }, 'media', 'Press anywhere'],
  ['a server that is away', { clockAheadMs: null }, 'nothing', 'The server does not answer'],
  ['a clock that is fast', { clockAheadMs: 3_600_000 }, 'nothing', '60 minutes fast'],
  ['a clock that is slow', { clockAheadMs: -600_000 }, 'signalling', '10 minutes slow'],
])('%s reads why, and what to do', (_name, changes, reach, words) => {
  const sentence = diagnoseViewer(Object.assign({}, sound, changes), reach);
  expect(sentence).toContain(words);
});

test('a viewer who is connected, and has everything, is not the reason', () => {
  expect(diagnoseViewer(sound, 'media')).toBeNull();
  expect(diagnoseViewer(Object.assign({}, sound, { clockAheadMs: 3_600_000 }), 'media')).toBeNull();
  expect(diagnoseViewer(Object.assign({}, sound, { clockAheadMs: null }), 'media')).toBeNull();
});
