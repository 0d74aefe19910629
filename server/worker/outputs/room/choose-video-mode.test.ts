import { describe, expect, test } from 'vitest';
import { sentenceOf } from '@/lib/contracts/catalogue/catalogue';
import type { VideoFacts } from '@/lib/media/codecs/video-reader';
import { chooseVideoMode } from './choose-video-mode';

const plain: Parameters<typeof chooseVideoMode>[0] = {
  codec: 'h264',
  chroma: '4:2:0',
  bitDepth: 8,
  pixelAspect: 1,
  isInterlaced: false,
  hasBFrames: false,
  hasIdr: true,
};

describe('chooseVideoMode', () => {
  test('H.264 of 8 bits, 4:2:0, progressive and without B-frames stays passthrough', () => {
    expect(chooseVideoMode(plain)).toEqual({ mode: 'passthrough', reason: null });
  });

  test('pixels that are square but for rounding stay passthrough, too', () => {
    expect(chooseVideoMode({ ...plain, pixelAspect: 1280 / 1281 }).mode).toBe('passthrough');
  });

  test.each<[string, Partial<VideoFacts>, RegExp]>([
    ['HEVC', { codec: 'hevc' }, /^HEVC .*H\.264/],
    ['HEVC of 10 bits: the codec is what to change', { codec: 'hevc', bitDepth: 10, hasBFrames: true }, /^HEVC/],
    ['MPEG-2', { codec: 'mpeg2video', isInterlaced: true }, /^MPEG-2 .*H\.264/],
    ['B-frames', { hasBFrames: true }, /B-frames to 0/],
    ['interlaced', { isInterlaced: true }, /progressive/],
    ['1440 x 1080 for 16:9', { pixelAspect: 4 / 3 }, /square pixels/],
    ['4:2:2', { chroma: '4:2:2' }, /4:2:2: set the encoder to 4:2:0/],
    ['4:2:2 of 10 bits', { chroma: '4:2:2', bitDepth: 10 }, /4:2:2/],
    ['4:4:4', { chroma: '4:4:4' }, /4:4:4/],
    ['grey', { chroma: '4:0:0' }, /4:0:0/],
    ['10 bits', { bitDepth: 10 }, /10 bits/],
    ['9 bits', { bitDepth: 9 }, /9 bits/],
    ['intra refresh', { hasIdr: false }, /intra refresh/],
    ['everything at once', { isInterlaced: true, hasBFrames: true, hasIdr: false }, /progressive/],
  ])('%s is transcoded, and it says what to set', (_, facts, reason) => {
    const chosen = chooseVideoMode({ ...plain, ...facts });
    expect(chosen.mode).toBe('transcoded');
    const sentence = chosen.reason && sentenceOf(chosen.reason);
    expect(sentence).toMatch(reason);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});
