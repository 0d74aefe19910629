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

describe.each(Object.entries(screens))('a camera in trouble on a screen of %s', (_, [width, height]) => {
  const screen = { width, height, tileAspect: tileAspects.gutter };
  const placed = (count: number, troubled: number[]) => layOut({ layout: 'program', count, screen, troubled });

  test.each(counts.filter((count) => count > 2))('of %d takes more room, and few others move', (count) => {
    const before = placed(count, []).tiles;
    for (let place = 2; place < count; place++) {
      const { tiles } = placed(count, [place]);
      const shown = tiles.filter((tile) => tile !== undefined);
      expect(shown).toHaveLength(count);
      expect(shown.some((tile, index) => shown.slice(index + 1).some((other) => overlaps(tile, other)))).toBe(false);
      const [lead, next] = shown;
      const troubled = shown[place];
      if (!lead || !next || !troubled) throw new Error('tiles are missing');
      expect(lead.width).toBeGreaterThan(next.width * 1.5);
      expect(lead.width).toBeGreaterThanOrEqual(troubled.width - 0.01);
      for (const [index, tile] of shown.entries()) {
        if (index < 2 || index === place) continue;
        expect(troubled.width).toBeGreaterThan(tile.width * 1.9);
      }
      // By the lead's size, since the whole may be smaller; gaps make a hundredth.
      const isAway = (index: number) => {
        const [from, to, home] = [before[index], shown[index], before[0]];
        if (!from || !to || !home) throw new Error('tiles are missing');
        const x = (from.x - home.x) / home.width - (to.x - lead.x) / lead.width;
        const y = (from.y - home.y) / home.height - (to.y - lead.y) / lead.height;
        return Math.hypot(x, y) > 0.1;
      };
      const moved = shown.filter((_, index) => index !== place && isAway(index));
      expect(moved.length).toBeLessThanOrEqual(4);
    }
  });
});

test('of many cameras in trouble two take more room, and one that is on air or next stays', () => {
  const screen = { width: 1920, height: 1080, tileAspect: tileAspects.gutter };
  const widths = (troubled: number[]) =>
    layOut({ layout: 'program', count: 9, screen, troubled }).tiles.map((tile) => tile?.width ?? 0);
  const [, , ...others] = widths([0, 1, 3, 5, 7]);
  const smallest = Math.min(...others);
  expect(others.map((width) => width > smallest * 1.9)).toEqual([false, true, false, true, false, false, false]);
  expect(widths([0, 1])).toEqual(widths([]));
});

test('what is on air takes two fifths of a Full HD screen with 16 cameras, and the smallest is 200 pixels wide', () => {
  const screen = { width: 1920, height: 1080, tileAspect: tileAspects.gutter };
  const { tiles } = layOut({ layout: 'program', count: 16, screen });
  const [lead, , ...others] = tiles;
  expect(((lead?.width ?? 0) * (lead?.height ?? 0)) / (1920 * 1080)).toBeGreaterThan(0.4);
  expect(Math.min(...others.map((tile) => tile?.width ?? 0))).toBeGreaterThan(200);
});
