import { beforeEach, expect, test } from 'vitest';
import type { KnownProgram } from '@/lib/media/mpegts/program-directory';
import { ArrivalWatch } from './arrival-watch';

let nowMs = 0;
let watch: ArrivalWatch;
beforeEach(() => {
  nowMs = 0;
  watch = new ArrivalWatch(() => nowMs);
  watch.start();
});

const packet = Buffer.alloc(188, 0x47);
const program: KnownProgram = {
  number: 1,
  pmtPid: 0x1000,
  map: { streams: [{ pid: 0x100, kind: 'video', codec: 'h264' }], unsupported: [], unnamedPids: [] },
};
const noPackets = { counts: { whole: 0, scrambled: 0 }, taken: null };

test('nothing arrives, or nothing any more', () => {
  expect(watch.describe(noPackets, false)).toEqual({ kind: 'nothing' });
  watch.addMessage(packet);
  expect(watch.describe({ counts: { whole: 1, scrambled: 0 }, taken: null }, false)).toEqual({ kind: 'no_tables' });
  nowMs = 2_100;
  expect(watch.describe({ counts: { whole: 1, scrambled: 0 }, taken: null }, false)).toEqual({ kind: 'nothing' });
});

test.each([
  ['matroska', Buffer.from('1a45dfa3a3428681', 'hex')],
  ['matroska', Buffer.from('00001f43b6750000', 'hex')],
  ['flv', Buffer.from('FLV\x01\x05\0\0\0\t')],
  ['mp4', Buffer.from('\0\0\0\x20ftypisom', 'latin1')],
  ['unknown', Buffer.from('something else entirely')],
])('%s', (kind, message) => {
  watch.addMessage(message);
  watch.addMessage(Buffer.alloc(1_000));
  expect(watch.describe(noPackets, false)).toEqual({ kind });
});

test.each([
  ['scrambled', { counts: { whole: 10, scrambled: 8 }, taken: program }, false],
  ['no_tables', { counts: { whole: 10, scrambled: 0 }, taken: null }, false],
  [
    'no_media',
    { counts: { whole: 10, scrambled: 0 }, taken: { ...program, map: { ...program.map, streams: [] } } },
    false,
  ],
  ['no_frames', { counts: { whole: 10, scrambled: 0 }, taken: program }, false],
  ['no_keyframe', { counts: { whole: 10, scrambled: 0 }, taken: program }, true],
])('MPEG-TS: %s', (kind, demuxer, hasFrames) => {
  watch.addMessage(Buffer.alloc(10 * packet.length, 0x47));
  expect(watch.describe(demuxer, hasFrames)).toEqual({ kind });
});

test('one-packet messages without a keyframe come from srtsink', () => {
  for (let count = 0; count < 10; count++) watch.addMessage(packet);
  expect(watch.describe({ counts: { whole: 10, scrambled: 0 }, taken: program }, true)).toEqual({
    kind: 'cut_keyframes',
  });
});
