import { expect, test } from 'vitest';
import type { StreamMediaJson } from '@/lib/contracts/streams';
import { audioWords, modeWords, videoWords } from './media-words';

test.each([
  [{ codec: 'h264', profile: 'High', width: 1920, height: 1080 }, 'H.264 · High · 1920 × 1080'],
  [{ codec: 'vp9', profile: null, width: 640, height: 360 }, 'vp9 · 640 × 360'],
])('a video: %j', (video, words) => {
  expect(videoWords(video)).toBe(words);
});

test.each([
  [{ codec: 'aac', sample_rate_hz: 44_100, channels: 2 }, 'AAC · 44.1 kHz · stereo'],
  [{ codec: 'ac3', sample_rate_hz: 48_000, channels: 6 }, 'AC-3 · 48 kHz · 5.1'],
  [{ codec: 'aac_latm', sample_rate_hz: null, channels: 3 }, 'AAC · 3 channels'],
])('an audio track: %j', (audio, words) => {
  expect(audioWords(audio)).toBe(words);
});

test.each<[Partial<StreamMediaJson>, ReturnType<typeof modeWords>]>([
  [{ mode: 'passthrough' }, { mode: 'Passed through', meaning: "Viewers see the camera's original picture." }],
  [
    { mode: 'passthrough', video_encoder: 'h264_nvenc' },
    { mode: 'Made here', meaning: 'Encoded by the graphics card (NVENC).' },
  ],
  [
    { mode: 'transcoded', reason: 'It is HEVC.' },
    { mode: 'Transcoded', meaning: 'It is HEVC.' },
  ],
  [{}, null],
])('the mode of %j', (media, words) => {
  expect(modeWords({ video: null, audio: null, mode: null, reason: null, ...media })).toEqual(words);
});

test('no mode before the media is known', () => {
  expect(modeWords(null)).toBeNull();
});
