import { useMemo } from 'react';
import { manyCameras } from '@/components/stream/camera-kinds';
import type { MultiviewLayout } from '@/lib/contracts/multiview-layouts';
import { maxOf } from '@/lib/core/extremes';
import type { MultiviewState } from '../multiview-state';
import {
  bestOf,
  type CellGrid,
  equalArrangements,
  fittingCell,
  gapPx,
  mixedArrangements,
  type Rect,
  type Screen,
  type Size,
  tileAspects,
  tilesOf,
} from './arrange-tiles';
import { leadTiles } from './lead-tiles';

/** A screen whose shorter side is below this is a phone's, which may scroll. */
const phoneBelowPx = 480;

export const isPhoneScreen = ({ width, height }: Size): boolean => Math.min(width, height) < phoneBelowPx;

/** A phone shows all cameras at once while no tile is narrower than this; else it scrolls. */
const minPhoneTilePx = 160;
const phoneColumns = ({ width, height }: Size): number => (width > height ? 4 : 2);
/** Auto makes the smallest tile this much smaller than it could be, where that shows more picture in all. */
const smallestTileShare = 0.88;
const insetShare = 0.25;
/** From the right and from the bottom edge, clear of the gutter below the picture. */
const insetMargin = { x: 0.03, y: 0.12 };
const filmstrip = { tileWidthPx: 160, fewestColumns: 4, columnsOfFew: 8 };
/** Cameras that are off have a row of small tiles. */
const offRow = { tileWidthPx: 160, minColumns: 3, maxColumns: 12 };

/** Where the tiles of a multiview are. */
export interface Placement {
  /** By display order; a camera without a tile is not shown. */
  tiles: readonly (Rect | undefined)[];
  /** How many tiles, the first ones, are larger than the others. */
  large: number;
  /** The rectangle that all tiles cover together. */
  block: Rect;
  /** Whether all of it is on the screen; if not, the page scrolls. */
  fits: boolean;
}

export interface PlacementRequest {
  layout: MultiviewLayout;
  count: number;
  screen: Screen;
  /** The places of cameras in trouble, which take more room where the program leads. */
  troubled?: readonly number[];
}

/**
 * Lays out a multiview.
 *
 * `auto` takes the rows and columns with the largest tiles. A mix of large and small tiles wins if it shows more picture
 * with hardly smaller tiles. A number is the maximum of columns; the page scrolls where it has more rows than
 * columns. `program` has what is on air first, and what is next beside it; cameras in trouble are larger than the rest. The
 * other layouts have the number of places in their name.
 */
export function layOut(request: PlacementRequest): Placement {
  const { layout, count, screen } = request;
  if (count === 0 || screen.width <= 0 || screen.height <= 0)
    return { tiles: [], large: 0, block: { x: 0, y: 0, width: 0, height: 0 }, fits: true };
  if (layout === 'program' && count > 1) return programLeads(request);
  if (isPhoneScreen(screen)) return layOutPhone(request);
  // Below one picture, a gutter is no higher than its text: a screen of 16:9 has the largest picture as one tile.
  const isAuto = layout === 'auto' || layout === 'program';
  if (isAuto && count === 1 && screen.width > screen.height * screen.tileAspect) return wholeScreen(screen);
  if (isAuto) return centered(largestTiles(request), count, screen);
  if (layout === 'pip') return pictureInPicture(request);
  const [large = 0, small] = layout.split('+').map(Number);
  if (small === undefined) return inColumns(Math.min(large, count), request);
  const places = large + small;
  return centered(bestOf(mixedArrangements(screen, places, large)), Math.min(count, places), screen);
}

function wholeScreen({ width, height }: Size): Placement {
  const block = { x: 0, y: 0, width, height };
  return { tiles: [block], large: 0, block, fits: true };
}

function largestTiles({ count, screen }: PlacementRequest): CellGrid {
  const equal = equalArrangements(screen, count);
  const widest = maxOf(equal.map(({ cell }) => cell.width));
  const mixed = [1, 2].filter((large) => large < count).flatMap((large) => mixedArrangements(screen, count, large));
  return bestOf([
    ...equal.filter(({ cell }) => cell.width === widest),
    ...mixed.filter(({ cell }) => cell.width >= widest * smallestTileShare),
  ]);
}

function centered(grid: CellGrid, count: number, screen: Size): Placement {
  const { columns, rows, cell, large } = grid;
  const width = columns * (cell.width + gapPx) - gapPx;
  const height = rows * (cell.height + gapPx) - gapPx;
  const block = { x: (screen.width - width) / 2, y: Math.max(0, (screen.height - height) / 2), width, height };
  return {
    tiles: tilesOf(grid, count).map((tile) => moved(tile, block)),
    large,
    block,
    // Half a pixel is the fault of fractions.
    fits: height <= screen.height + 0.5,
  };
}

function programLeads({ count, screen, troubled = [] }: PlacementRequest): Placement {
  const { tiles, size } = leadTiles(screen, count, isPhoneScreen(screen), troubled);
  const block = { ...size, x: (screen.width - size.width) / 2, y: Math.max(0, (screen.height - size.height) / 2) };
  return { tiles: tiles.map((tile) => moved(tile, block)), large: 2, block, fits: size.height <= screen.height + 0.5 };
}

const moved = (tile: Rect, by: { x: number; y: number }): Rect => ({ ...tile, x: tile.x + by.x, y: tile.y + by.y });

/** With more rows than columns, tiles keep the width of their column, and the page scrolls where it must. */
function inColumns(columns: number, { count, screen }: PlacementRequest): Placement {
  const rows = Math.ceil(count / columns);
  const cell =
    rows <= columns
      ? fittingCell(screen, columns, rows)
      : fittingCell({ ...screen, height: Number.POSITIVE_INFINITY }, columns, 1);
  return centered({ columns, rows, large: 0, span: 1, stacked: false, cell }, count, screen);
}

function layOutPhone(request: PlacementRequest): Placement {
  const { layout, count, screen } = request;
  if (Number(layout)) return inColumns(Math.min(Number(layout), count), request);
  const whole = centered(largestTiles(request), count, screen);
  const isReadable = whole.tiles.every((tile) => tile && tile.width >= minPhoneTilePx);
  return isReadable ? whole : inColumns(Math.min(phoneColumns(screen), count), request);
}

function pictureInPicture({ count, screen }: PlacementRequest): Placement {
  const { width, height } = fittingCell(screen, 1, 1);
  const block = { x: (screen.width - width) / 2, y: (screen.height - height) / 2, width, height };
  const inset = {
    x: block.x + width * (1 - insetMargin.x - insetShare),
    y: block.y + height * (1 - insetMargin.y - insetShare),
    width: width * insetShare,
    height: height * insetShare,
  };
  return { tiles: [block, inset].slice(0, count), large: 1, block, fits: true };
}

/** One tile over the whole screen; the others stay where they are, beneath it. */
export function withFullTile({ tiles }: Placement, position: number, screen: Size): Placement {
  const full = { x: 0, y: 0, width: screen.width, height: screen.height };
  const length = Math.max(tiles.length, position + 1);
  return {
    tiles: Array.from({ length }, (_, index) => (index === position ? full : tiles[index])),
    large: 0,
    block: full,
    fits: true,
  };
}

/** One tile over the screen, and all others in rows below it. */
export function withFilmstrip(position: number, { count, screen }: Omit<PlacementRequest, 'layout'>): Placement {
  const others = count - 1;
  const maxColumns = Math.max(filmstrip.fewestColumns, Math.floor(screen.width / filmstrip.tileWidthPx));
  const rows = Math.ceil(others / maxColumns);
  const columns = Math.ceil(others / Math.max(1, rows));
  const fullRow = Math.max(columns, Math.min(filmstrip.columnsOfFew, maxColumns));
  const cell = fittingCell({ ...screen, height: Number.POSITIVE_INFINITY }, fullRow, 1);
  const full = { x: 0, y: 0, width: screen.width, height: screen.height - rows * (cell.height + gapPx) };
  const strip = {
    x: (screen.width - columns * (cell.width + gapPx) + gapPx) / 2,
    y: full.height + gapPx,
  };
  const tiles = tilesOf({ columns, rows, large: 0, span: 1, stacked: false, cell }, others);
  return {
    tiles: tiles.map((tile) => moved(tile, strip)).toSpliced(position, 0, full),
    large: 0,
    block: { x: 0, y: 0, width: screen.width, height: screen.height },
    fits: true,
  };
}

/**
 * Lays out a multiview whose cameras are not all on: those that are off are small, in rows below the others.
 * @param off by display order, whether the camera is off
 */
export function withOffRow(off: readonly boolean[], request: Omit<PlacementRequest, 'count'>): Placement {
  const { screen } = request;
  const offCount = off.filter(Boolean).length;
  if (offCount === 0 || offCount === off.length) return layOut({ ...request, count: off.length });
  const { tileWidthPx, minColumns, maxColumns } = offRow;
  const fullRow = Math.min(maxColumns, Math.max(minColumns, Math.floor(screen.width / tileWidthPx)));
  const columns = Math.min(offCount, fullRow);
  const rows = Math.ceil(offCount / columns);
  const cell = fittingCell({ ...screen, height: Number.POSITIVE_INFINITY }, fullRow, 1);
  const height = rows * (cell.height + gapPx);
  const main = layOut({
    ...request,
    count: off.length - offCount,
    screen: { ...screen, height: screen.height - height },
  });
  const mainEnd = main.block.y + main.block.height;
  const top = main.fits ? screen.height - height : mainEnd;
  const small = tilesOf({ columns, rows, large: 0, span: 1, stacked: false, cell }, offCount);
  const corner = { x: (screen.width - columns * (cell.width + gapPx) + gapPx) / 2, y: top + gapPx };
  const tiles = inOrder(
    off,
    main.tiles,
    small.map((tile) => moved(tile, corner)),
  );
  const lastLarge = tiles.indexOf(main.tiles[main.large - 1]);
  return {
    tiles,
    large: lastLarge + 1,
    block: { x: 0, y: main.block.y, width: screen.width, height: top + height - main.block.y },
    fits: main.fits,
  };
}

/** Tiles of two lists by display order: those of `some` where it is marked, else the next of `others`. */
function inOrder(marked: readonly boolean[], others: Placement['tiles'], some: Placement['tiles']): Placement['tiles'] {
  let marks = 0;
  return marked.map((isMarked, position) => (isMarked ? some[marks++] : others[position - marks]));
}

/** The position of the tile that a step from another one leads to: the nearest by its middle; that one if there is none. */
export function neighborOf({ tiles }: Placement, position: number, row: -1 | 1): number {
  const from = tiles[position];
  if (!from) return position;
  const middle = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 });
  const start = middle(from);
  let nearest = position;
  let shortest = Number.POSITIVE_INFINITY;
  for (const [index, tile] of tiles.entries()) {
    const isBeyond = tile && (row > 0 ? tile.y >= from.y + from.height : tile.y + tile.height <= from.y);
    if (!tile || !isBeyond) continue;
    const end = middle(tile);
    const distance = Math.hypot(end.x - start.x, end.y - start.y);
    if (distance >= shortest) continue;
    shortest = distance;
    nearest = index;
  }
  return nearest;
}

/** Whether cameras that are off are small: in Auto, and in columns where cameras are many. */
const shrinksOff = (layout: MultiviewLayout, count: number): boolean =>
  layout === 'auto' || (count >= manyCameras && Number.isInteger(Number(layout)));

interface ShownRequest {
  multiview: Pick<MultiviewState, 'layout' | 'showsFilmstrip' | 'overlaysLabels'>;
  /** The streams' ids in display order. */
  ids: readonly string[];
  /** Those of cameras that are off. */
  offIds: ReadonlySet<string>;
  /** Those of cameras in trouble that nobody has acknowledged. */
  troubledIds: ReadonlySet<string>;
  /** The tile that fills the page; null for none. */
  fullId: string | null;
  screen: Size;
}

interface Placements {
  /** Without a full tile: arrow keys go by it, whatever fills the page. */
  whole: Placement;
  shown: Placement;
}

/** Where the tiles of a multiview are. */
export function usePlacements(request: ShownRequest): Placements {
  const { multiview, ids, offIds, troubledIds, fullId, screen: size } = request;
  const { layout, showsFilmstrip, overlaysLabels } = multiview;
  const count = ids.length;
  const screen = useMemo(
    () => ({ ...size, tileAspect: overlaysLabels ? tileAspects.overlay : tileAspects.gutter }),
    [size, overlaysLabels],
  );
  // One text, so that tiles are placed again only when a camera is switched.
  const off = shrinksOff(layout, count) ? ids.map((id) => (offIds.has(id) ? '0' : '1')).join('') : '';
  const troubled = layout === 'program' ? ids.flatMap((id, place) => (troubledIds.has(id) ? [place] : [])).join() : '';
  const whole = useMemo(
    () =>
      off
        ? withOffRow(
            Array.from(off, (bit) => bit === '0'),
            { layout, screen },
          )
        : layOut({ layout, count, screen, troubled: troubled ? troubled.split(',').map(Number) : [] }),
    [layout, count, screen, off, troubled],
  );
  const position = fullId === null ? -1 : ids.indexOf(fullId);
  const shown = useMemo(() => {
    if (position < 0) return whole;
    return showsFilmstrip ? withFilmstrip(position, { count, screen }) : withFullTile(whole, position, screen);
  }, [whole, position, showsFilmstrip, count, screen]);
  return { whole, shown };
}
