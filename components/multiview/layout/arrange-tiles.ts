import type { StreamJson } from '@/lib/contracts/streams';

/** A position and a size in pixels. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The style of an element that lies at a place; undefined without one. */
export const placeStyle = (place: Rect | undefined, zIndex: number) =>
  place && { left: place.x, top: place.y, width: place.width, height: place.height, zIndex };

/** A surface for tiles. */
export interface Screen extends Size {
  /** A tile's width by its height. */
  tileAspect: number;
}

/** A tile's shape: a picture of 16:9 and the gutter below it, or the picture alone, with its label over it. */
export const tileAspects = { gutter: 16 / 10, overlay: 16 / 9 };
/** The dark line between tiles, in pixels. */
export const gapPx = 2;
/** Cost of an empty cell, as a share of the screen: a full block is worth a little less picture. */
const emptyCellCost = 0.02;
const spans = [2, 3, 4] as const;

/** Equal cells, of which each large tile covers a square of `span` × `span`. */
export interface CellGrid {
  columns: number;
  rows: number;
  large: number;
  span: number;
  /** Whether large tiles stand below each other at the left, and not side by side at the top. */
  stacked: boolean;
  cell: Size;
}

export interface Arrangement extends CellGrid {
  /** The share of the screen that is tiles, less the cost of empty cells. */
  score: number;
}

/** The largest cell of which so many columns and rows fit. */
export function fittingCell(screen: Screen, columns: number, rows: number): Size {
  const width = Math.min(
    (screen.width - (columns - 1) * gapPx) / columns,
    ((screen.height - (rows - 1) * gapPx) / rows) * screen.tileAspect,
  );
  return { width, height: width / screen.tileAspect };
}

function arrangement(screen: Screen, tiles: number, shape: Omit<CellGrid, 'rows' | 'cell'>): Arrangement {
  const { columns, large, span, stacked } = shape;
  const covered = tiles - large + large * span * span;
  const rows = Math.max(Math.ceil(covered / columns), large === 0 ? 1 : stacked ? large * span : span);
  const cell = fittingCell(screen, columns, rows);
  const share = (covered * cell.width * cell.height) / (screen.width * screen.height);
  return { ...shape, rows, cell, score: share - (columns * rows - covered) * emptyCellCost };
}

/** Rows and columns of equal tiles: one arrangement for each number of columns. */
export function equalArrangements(screen: Screen, tiles: number): Arrangement[] {
  return Array.from({ length: tiles }, (_, index) =>
    arrangement(screen, tiles, { columns: index + 1, large: 0, span: 1, stacked: false }),
  );
}

/** All ways to put `large` large tiles and the rest as small ones. */
export function mixedArrangements(screen: Screen, tiles: number, large: number): Arrangement[] {
  const found: Arrangement[] = [];
  for (const span of spans) {
    for (const stacked of large > 1 ? [false, true] : [false]) {
      const narrowest = stacked ? span : large * span;
      for (let columns = narrowest; columns <= narrowest + tiles; columns++)
        found.push(arrangement(screen, tiles, { columns, large, span, stacked }));
    }
  }
  return found;
}

/** The one with the highest score, the first among equals. @throws TypeError if there is none */
export const bestOf = <Scored extends { score: number }>(arrangements: readonly Scored[]): Scored =>
  arrangements.reduce((best, other) => (best.score >= other.score ? best : other));

/** The tiles of an arrangement, the large ones first, from the top left corner; an incomplete last row is centered. */
export function tilesOf({ columns, rows, large, span, stacked, cell }: CellGrid, tiles: number): Rect[] {
  const rect = (column: number, row: number, cells: number): Rect => ({
    x: column * (cell.width + gapPx),
    y: row * (cell.height + gapPx),
    width: cells * cell.width + (cells - 1) * gapPx,
    height: cells * cell.height + (cells - 1) * gapPx,
  });
  const placed = Array.from({ length: Math.min(large, tiles) }, (_, index) =>
    stacked ? rect(0, index * span, span) : rect(index * span, 0, span),
  );
  const isCovered = (column: number, row: number) =>
    stacked ? column < span && row < large * span : column < large * span && row < span;
  for (let row = 0; row < rows; row++) {
    const left = tiles - placed.length;
    const indent = large === 0 && left < columns ? (columns - left) / 2 : 0;
    for (let column = 0; column < columns && placed.length < tiles; column++) {
      if (!isCovered(column, row)) placed.push(rect(column + indent, row, 1));
    }
  }
  return placed;
}

const usualAspect = 16 / 9;

/** The shape of a camera's picture, width by height; 16:9 while nobody knows, or may know. */
export function cameraAspect({ attributes }: StreamJson): number {
  const { width, height } = attributes.media?.video ?? {};
  return width && height ? width / height : usualAspect;
}

/** The ids in display order: first those that the user has moved, then all others as given. */
export function multiviewOrder(ids: readonly string[], order: readonly string[]): string[] {
  const present = new Set(ids);
  const moved = new Set(order);
  return [...order.filter((id) => present.has(id)), ...ids.filter((id) => !moved.has(id))];
}
