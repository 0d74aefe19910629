import { describe, expect, test } from 'vitest';
import { type Rect, tileAspects } from './arrange-tiles';
import { isPhoneScreen, layOut } from './lay-out';

const screens = {
  'Full HD': [1920, 1080],
  laptop: [1440, 900],
  '4K': [3840, 2160],
  portrait: [1080, 1920],
  'narrow window': [820, 1100],
  phone: [390, 844],
  'phone on its side': [844, 390],
} as const;
const counts = Array.from({ length: 16 }, (_, index) => index + 1);
const overlaps = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width - 0.01 &&
  other.x < one.x + one.width - 0.01 &&
  one.y < other.y + other.height - 0.01 &&
  other.y < one.y + one.height - 0.01;

describe.each(Object.entries(screens))('program leads on a screen of %s', (_, [width, height]) => {
  const screen = { width, height, tileAspect: tileAspects.gutter };
  const placed = (count: number) => layOut({ layout: 'program', count, screen });

  test.each(counts)('%d cameras: on air is the largest, next is beside it, and the others are small', (count) => {
    const { tiles, large, fits } = placed(count);
    const shown = tiles.filter((tile) => tile !== undefined);
    expect(shown).toHaveLength(count);
    expect(shown.some((tile, index) => shown.slice(index + 1).some((other) => overlaps(tile, other)))).toBe(false);
    for (const tile of shown) {
      expect(Math.min(tile.x, tile.y)).toBeGreaterThanOrEqual(-0.01);
      expect(tile.x + tile.width).toBeLessThanOrEqual(width + 0.01);
      if (fits) expect(tile.y + tile.height).toBeLessThanOrEqual(height + 0.6);
    }
    const [lead, next, ...others] = shown;
    if (!lead || !next) return;
    expect(large).toBe(2);
    expect(lead.y + lead.height).toBeLessThanOrEqual(height + 0.01);
    expect(lead.width).toBeGreaterThan(next.width * 1.5);
    for (const other of others) expect(other.width).toBeLessThan(next.width * (isPhoneScreen(screen) ? 1.01 : 0.7));
    if (!isPhoneScreen(screen)) expect(fits).toBe(true);
  });
});

test('what is on air takes two fifths of a Full HD screen with 16 cameras, and the smallest is 200 pixels wide', () => {
  const screen = { width: 1920, height: 1080, tileAspect: tileAspects.gutter };
  const { tiles } = layOut({ layout: 'program', count: 16, screen });
  const [lead, , ...others] = tiles;
  expect(((lead?.width ?? 0) * (lead?.height ?? 0)) / (1920 * 1080)).toBeGreaterThan(0.4);
  expect(Math.min(...others.map((tile) => tile?.width ?? 0))).toBeGreaterThan(200);
});
