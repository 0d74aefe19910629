import { expect, test } from 'vitest';
import { pictureWarnings } from './picture-warnings';

const good = { videoCodec: 'h264', gopSeconds: 2, bitrateKbps: 4_500, reasonToTranscode: null };

test.each([
  ['a usual picture', 'youtube', good, []],
  ['a picture that is not known yet', 'twitch', { ...good, videoCodec: null, gopSeconds: null, bitrateKbps: null }, []],
  ['HEVC', 'rtmp', { ...good, videoCodec: 'hevc' }, ['set its encoder to H.264']],
  ['HEVC by SRT', 'srt', { ...good, videoCodec: 'hevc' }, []],
  ['HEVC by WHIP', 'whip', { ...good, videoCodec: 'hevc' }, ['not sent by WHIP: set its encoder to H.264']],
  ['B-frames', 'whip', { ...good, reasonToTranscode: 'Set B-frames to 0.' }, ['browsers show. Set B-frames to 0.']],
  ['B-frames by RTMP', 'rtmp', { ...good, reasonToTranscode: 'Set B-frames to 0.' }, []],
  ['rare keyframes', 'youtube', { ...good, gopSeconds: 10 }, ['10.0 s apart, and YouTube wants at most 4 s']],
  ['a high bitrate', 'twitch', { ...good, bitrateKbps: 8_200 }, ['8.2 Mbit/s, and Twitch takes 6']],
  ['a server without known limits', 'rtmp', { ...good, gopSeconds: 10, bitrateKbps: 80_000 }, []],
] as const)('%s', (_, kind, picture, expected) => {
  expect(pictureWarnings(kind, picture)).toEqual(expected.map((part) => expect.stringContaining(part)));
});
