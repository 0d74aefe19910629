import { describe, expect, test } from 'vitest';
import { multiviewLayouts } from '@/lib/contracts/multiview-layouts';
import { type Rect, tileAspects } from './arrange-tiles';
import {
  layOut,
  neighborOf,
  type Placement,
  type PlacementRequest,
  withFilmstrip,
  withFullTile,
  withOffRow,
} from './lay-out';

const tileAspect = tileAspects.gutter;
const screens = {
  'Full HD': { width: 1920, height: 1080, tileAspect },
  laptop: { width: 1440, height: 900, tileAspect },
  '4K': { width: 3840, height: 2160, tileAspect },
  portrait: { width: 1080, height: 1920, tileAspect },
  phone: { width: 390, height: 844, tileAspect },
  'phone on its side': { width: 844, height: 390, tileAspect },
};
const placed = ({
  layout = 'auto',
  count,
  screen = screens['Full HD'],
}: Partial<PlacementRequest> & { count: number }) => layOut({ layout, count, screen });
const shown = ({ tiles }: Placement): Rect[] => tiles.filter((tile) => tile !== undefined);
const share = (placement: Placement, { width, height } = screens['Full HD']): number =>
  shown(placement).reduce((sum, tile) => sum + tile.width * tile.height, 0) / (width * height);
/** The share of the screen that is pictures of 16:9: without the gutter below each and the frames around it. */
const pictureShare = (placement: Placement, { width, height } = screens['Full HD']): number => {
  // As the tile's CSS has it: multiview-tile.tsx and tile-gutter.tsx.
  const areas = shown(placement).map((tile) => {
    const frames = 4 * Math.min(4, Math.max(1.25, 0.005 * tile.height));
    const gutter = Math.min(48, Math.max(20, 0.085 * tile.height));
    return Math.min(tile.width - frames, ((tile.height - frames - gutter) * 16) / 9) ** 2 * (9 / 16);
  });
  return areas.reduce((sum, area) => sum + area, 0) / (width * height);
};
const overlaps = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/**
 * The largest share of a square that `count` squares inside it can cover, with sides in whole cells. Tries every choice
 * of sides, the largest sum first, and every place for each square.
 */
function mostOfSquare(count: number, cells: number, minSide: number): number {
  const sidesOf = (left: number, most: number): number[][] =>
    left === 0
      ? [[]]
      : Array.from({ length: most - minSide + 1 }, (_, index) => most - index).flatMap((side) =>
          sidesOf(left - 1, side).map((others) => [side, ...others]),
        );
  const areaOf = (sides: number[]) => sides.reduce((sum, side) => sum + side ** 2, 0);
  const isFree = (placed: Rect[], tile: Rect) => placed.every((other) => !overlaps(other, tile));
  const canPlace = ([side, ...others]: number[], placed: Rect[]): boolean => {
    if (side === undefined) return true;
    for (let place = 0; place < (cells - side + 1) ** 2; place++) {
      const [x, y] = [place % (cells - side + 1), Math.floor(place / (cells - side + 1))];
      const tile = { x, y, width: side, height: side };
      if (isFree(placed, tile) && canPlace(others, [...placed, tile])) return true;
    }
    return false;
  };
  const choices = sidesOf(count, cells - 1).filter((sides) => areaOf(sides) <= cells ** 2);
  const best = choices.sort((a, b) => areaOf(b) - areaOf(a)).find((sides) => canPlace(sides, []));
  return areaOf(best ?? []) / cells ** 2;
}

describe('auto', () => {
  test.each([
    [1, 100, 88],
    [2, 55, 49],
    [3, 67, 59],
    [4, 90, 79],
    [5, 80, 70],
    [6, 90, 79],
    [7, 69, 61],
    [9, 89, 78],
    [10, 89, 78],
    [12, 83, 73],
    [13, 89, 78],
    [16, 89, 78],
  ])('%d cameras fill %d percent of a Full HD screen, and their pictures alone %d', (count, percent, pictures) => {
    const placement = placed({ count });
    expect([share(placement), pictureShare(placement)].map((part) => Math.round(100 * part))).toEqual([
      percent,
      pictures,
    ]);
  });

  test('five cameras fill as much of a screen of 16:10 as five tiles can, none smaller than a fifth of its width', () => {
    // Tiles of the screen's own shape are squares in a square.
    const best = Math.max(...[6, 8, 9, 10, 12].map((cells) => mostOfSquare(5, cells, Math.ceil(cells / 5))));
    expect(best).toBeCloseTo(8 / 9, 10);
    const screen = { width: 1920, height: 1200, tileAspect };
    const gapsShare = 0.005;
    expect(share(placed({ count: 5, screen }), screen)).toBeGreaterThan(best - gapsShare);
  });

  test.each(Object.entries(screens).filter(([name]) => !name.startsWith('phone')))(
    'shows up to 30 cameras at once on a screen of %s, beside each other, in the middle',
    (_, screen) => {
      for (let count = 1; count <= 30; count++) {
        const placement = placed({ count, screen });
        const tiles = shown(placement);
        expect(placement.fits).toBe(true);
        expect(tiles).toHaveLength(count);
        const ends = {
          x: Math.max(...tiles.map(({ x, width }) => x + width)),
          y: Math.max(...tiles.map(({ y, height }) => y + height)),
        };
        expect(Math.min(...tiles.map(({ x, y }) => Math.min(x, y)))).toBeGreaterThanOrEqual(0);
        expect(ends.x).toBeLessThanOrEqual(screen.width + 0.01);
        expect(ends.y).toBeLessThanOrEqual(screen.height + 0.01);
        expect(placement.block.x).toBeCloseTo(screen.width - placement.block.x - placement.block.width, 5);
        expect(tiles.some((tile, index) => tiles.slice(index + 1).some((other) => overlaps(tile, other)))).toBe(false);
      }
    },
  );

  test('makes no tile much smaller than equal tiles would be', () => {
    for (const screen of [screens['Full HD'], screens.portrait, screens.laptop]) {
      for (let count = 1; count <= 30; count++) {
        const widths = Array.from({ length: count }, (_, index) => {
          const rows = Math.ceil(count / (index + 1));
          return Math.min(screen.width / (index + 1), (screen.height / rows) * tileAspect);
        });
        const smallest = Math.min(...shown(placed({ count, screen })).map(({ width }) => width));
        expect(smallest).toBeGreaterThan(Math.max(...widths) * 0.87);
      }
    }
  });

  test('gives every tile a shape of 16:10', () => {
    for (const tile of shown(placed({ count: 5 }))) expect(tile.width / tile.height).toBeCloseTo(1.6, 2);
  });
});

describe('columns', () => {
  test.each([
    ['2', 5, 2],
    ['3', 5, 3],
    ['4', 5, 4],
    ['4', 2, 2],
    ['3', 1, 1],
  ] as const)('%s columns at most, with %d cameras: %d', (layout, count, columns) => {
    expect(new Set(shown(placed({ layout, count })).map(({ y }) => y)).size).toBe(Math.ceil(count / columns));
  });

  test('with more rows than columns, tiles fill the width and the page scrolls', () => {
    const placement = placed({ layout: '3', count: 16 });
    expect(placement.fits).toBe(false);
    expect(shown(placement)[0]?.width).toBeCloseTo((1920 - 4) / 3, 5);
    expect(placed({ layout: '4', count: 16 }).fits).toBe(true);
  });
});

describe('large and small tiles', () => {
  test.each([
    ['1+3', 4, 1],
    ['1+5', 6, 1],
    ['1+7', 8, 1],
    ['2+8', 10, 2],
    ['1+12', 13, 1],
    ['pip', 2, 1],
  ] as const)(
    '%s has %d places, of which %d are large, also for fewer and for more cameras',
    (layout, places, large) => {
      for (const screen of [screens['Full HD'], screens.portrait, screens.laptop]) {
        const tiles = shown(placed({ layout, count: 40, screen }));
        expect(tiles).toHaveLength(places);
        const widths = tiles.map(({ width }) => width);
        expect(Math.min(...widths.slice(0, large))).toBeGreaterThan(Math.max(...widths.slice(large)) * 1.5);
        expect(placed({ layout, count: 40, screen }).large).toBe(large);
        expect(shown(placed({ layout, count: 1, screen }))).toEqual(tiles.slice(0, 1));
      }
    },
  );

  test('1+3 has its small tiles in a column beside the large one, and below it on a portrait screen', () => {
    const [large, ...small] = shown(placed({ layout: '1+3', count: 4 }));
    expect(small.every(({ x }) => large && x > large.width)).toBe(true);
    const [above, ...below] = shown(placed({ layout: '1+3', count: 4, screen: screens.portrait }));
    expect(below.every(({ y }) => above && y > above.y + above.height)).toBe(true);
  });
});

test.each([
  ['phone', 'auto', 3, 1],
  ['phone', 'auto', 6, 1],
  ['phone', 'auto', 16, 2],
  ['phone', 'auto', 40, 2],
  ['phone', '1', 16, 1],
  ['phone', '1+5', 6, 1],
  ['phone on its side', 'auto', 2, 2],
  ['phone on its side', 'auto', 6, 3],
  ['phone on its side', 'auto', 12, 4],
  ['phone on its side', 'auto', 40, 4],
  ['phone on its side', '2', 6, 2],
] as const)('a %s has columns: %s with %d cameras, %d', (screen, layout, count, columns) => {
  const tiles = shown(placed({ layout, count, screen: screens[screen] }));
  expect(new Set(tiles.slice(0, columns).map(({ x }) => x)).size).toBe(columns);
  expect(new Set(tiles.map(({ y }) => y)).size).toBe(Math.ceil(count / columns));
});

test('every layout of every size and number of cameras can be laid out', () => {
  for (const layout of multiviewLayouts) {
    for (const screen of [...Object.values(screens), { width: 0, height: 0, tileAspect }]) {
      for (const count of [0, 1, 2, 5, 100]) {
        const { tiles, block } = placed({ layout, count, screen });
        for (const number of [...Object.values(block), ...tiles.flatMap((tile) => Object.values(tile ?? {}))])
          expect(number).toBeGreaterThanOrEqual(0);
      }
    }
  }
});

test('a full tile covers the screen, also one that has no place in the layout; the others stay', () => {
  const placement = placed({ layout: '1+3', count: 6 });
  const { tiles } = withFullTile(placement, 5, screens['Full HD']);
  expect(tiles.slice(0, 5)).toEqual([...placement.tiles, undefined]);
  expect(tiles[5]).toEqual({ x: 0, y: 0, width: 1920, height: 1080 });
});

test.each([1, 2, 6, 16, 30])('a full tile with a strip of the others, of %d cameras', (count) => {
  for (const screen of Object.values(screens)) {
    const placement = withFilmstrip(0, { count, screen });
    const [full, ...others] = shown(placement);
    expect(others).toHaveLength(count - 1);
    expect(full?.width).toBe(screen.width);
    expect(others.every(({ y }) => full && y > full.height)).toBe(true);
    expect(Math.max(screen.height, ...others.map(({ y, height }) => y + height))).toBeCloseTo(screen.height, 5);
  }
});

test.each([
  ['in a grid, the one below', '3', 9, 1, 1, 4],
  ['and above', '3', 9, 4, -1, 1],
  ['at the edge, itself', '3', 9, 7, 1, 7],
  ['from a large tile, the first below it', '1+5', 6, 0, 1, 3],
  ['from a small tile, the large one above', '1+5', 6, 3, -1, 0],
] as const)('arrows lead to the nearest tile: %s', (_, layout, count, from, row, to) => {
  expect(neighborOf(placed({ layout, count }), from, row)).toBe(to);
});

test('two cameras are beside each other where that is larger, and else one above the other', () => {
  const [left, right] = shown(placed({ count: 2 }));
  expect(right?.y).toBe(left?.y);
  const [above, below] = shown(placed({ count: 2, screen: screens.portrait }));
  expect(below?.x).toBe(above?.x);
  const [first, second] = shown(placed({ count: 2, screen: screens['phone on its side'] }));
  expect(second?.y).toBe(first?.y);
});

test('with labels over the pictures, four cameras fill a Full HD screen', () => {
  const screen = { ...screens['Full HD'], tileAspect: tileAspects.overlay };
  expect(share(placed({ count: 4, screen }))).toBeGreaterThan(0.99);
});

describe('cameras that are off', () => {
  test.each(Object.entries(screens))('take a row of small tiles below the others on a %s', (_, screen) => {
    for (let on = 1; on <= 12; on++) {
      for (let offs = 1; offs <= 8; offs++) {
        const off = [
          false,
          ...Array.from({ length: offs }, () => true),
          ...Array.from({ length: on - 1 }, () => false),
        ];
        const placement = withOffRow(off, { layout: 'auto', screen });
        const tiles = shown(placement);
        expect(tiles).toHaveLength(on + offs);
        expect(tiles.some((tile, index) => tiles.slice(index + 1).some((other) => overlaps(tile, other)))).toBe(false);
        const small = tiles.filter((_, index) => off[index]);
        const large = tiles.filter((_, index) => !off[index]);
        const widest = Math.max(...small.map(({ width }) => width));
        if (on <= 4) for (const { width } of large) expect(width).toBeGreaterThan(widest);
        const end = placement.block.y + placement.block.height;
        if (placement.fits) expect(end).toBeLessThanOrEqual(screen.height + 0.5);
        expect(Math.max(...tiles.map(({ y, height }) => y + height))).toBeLessThanOrEqual(end + 0.5);
      }
    }
  });

  test('leave one that is on seven eighths of the screen', () => {
    const [on] = shown(withOffRow([false, true], { layout: 'auto', screen: screens['Full HD'] }));
    expect((on?.height ?? 0) / screens['Full HD'].height).toBeGreaterThan(0.875);
  });

  test('are small in columns, too, and the others are as large as if there were no more', () => {
    const screen = screens['Full HD'];
    const off = Array.from({ length: 14 }, (_, index) => index >= 10);
    const tiles = shown(withOffRow(off, { layout: '3', screen }));
    const alone = shown(placed({ layout: '3', count: 10 }));
    expect(tiles.slice(0, 10).map(({ width }) => Math.round(width / 10))).toEqual(
      alone.map(({ width }) => Math.round(width / 10)),
    );
    expect(Math.max(...tiles.slice(10).map(({ width }) => width))).toBeLessThan(200);
  });

  test('have tiles as large as the others while none is on', () => {
    const screen = screens['Full HD'];
    expect(withOffRow([true, true, true], { layout: 'auto', screen })).toEqual(placed({ count: 3 }));
    expect(withOffRow([false, false], { layout: 'auto', screen })).toEqual(placed({ count: 2 }));
  });
});
