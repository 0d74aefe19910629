import { bestOf, fittingCell, gapPx, type Rect, type Screen, type Size } from './arrange-tiles';

/** Equal cells: what is on air covers a square of `lead` × `lead`, and what is next one of `next` × `next`. */
interface LeadGrid {
  lead: number;
  next: number;
  /** Whether the next one stands below the first, and not beside it. */
  isBelow: boolean;
  columns: number;
  rows: number;
  cell: Size;
  /** The share of the screen that is tiles, with that of the first counted more. */
  score: number;
}

const spans = [
  [3, 2],
  [4, 2],
  [5, 3],
  [6, 3],
] as const;
/** On a phone, each tile below the first has half of its width. */
const uprightPhone = { lead: 2, next: 1, isBelow: true };
const phoneOnItsSide = { lead: 3, next: 2, isBelow: false };

type LeadShape = Pick<LeadGrid, 'lead' | 'next' | 'isBelow'>;

interface Cell {
  column: number;
  row: number;
}

/** A camera in trouble covers a square of as many cells. */
const troubledSpan = 2;
/** Where more cameras are in trouble, the first ones take more room: if all did, none would stand out. */
const maxTroubled = 2;

/** The first cells of the others, row by row around the two large tiles. */
function smallCells({ lead, next, isBelow }: LeadShape, columns: number, count: number): Cell[] {
  const [nextColumn, nextRow] = isBelow ? [0, lead] : [lead, 0];
  const isWithin = (value: number, from: number, length: number) => value >= from && value < from + length;
  const cells: Cell[] = [];
  for (let place = 0; cells.length < count; place++) {
    const [column, row] = [place % columns, Math.floor(place / columns)];
    const isLead = column < lead && row < lead;
    const isNext = isWithin(column, nextColumn, next) && isWithin(row, nextRow, next);
    if (!isLead && !isNext) cells.push({ column, row });
  }
  return cells;
}

function leadGrid(
  screen: Screen,
  others: number,
  { lead, next, isBelow, isPhone }: LeadShape & { isPhone: boolean },
): LeadGrid {
  const columns = isBelow ? lead : lead + next;
  const lastRow = smallCells({ lead, next, isBelow }, columns, others).at(-1)?.row ?? 0;
  const rows = Math.max(isBelow ? lead + next : lead, lastRow + 1);
  // A phone scrolls, but to what is on air.
  const cell = fittingCell(screen, columns, isPhone ? lead : rows);
  const cells = (count: number) => (count * cell.width * cell.height) / (screen.width * screen.height);
  return { lead, next, isBelow, columns, rows, cell, score: cells(lead ** 2 * 1.5 + next ** 2 + others) };
}

const keyOf = ({ column, row }: Cell): string => `${column} ${row}`;

const cellsOf = ({ column, row }: Cell): Cell[] =>
  Array.from({ length: troubledSpan ** 2 }, (_, index) => ({
    column: column + (index % troubledSpan),
    row: row + Math.floor(index / troubledSpan),
  }));

/** The square of free cells that is nearest to a camera's own cell, and among equals covers the fewest others. */
function nearestSquare(home: Cell, free: ReadonlyMap<string, Cell>, homes: readonly Cell[]): Cell | undefined {
  const taken = new Set(homes.map(keyOf));
  const away = (from: number, at: number) => Math.max(0, from - at, at - from - troubledSpan + 1);
  return [...free.values()]
    .filter((corner) => cellsOf(corner).every((cell) => free.has(keyOf(cell))))
    .map((corner) => ({
      corner,
      cost: [
        away(corner.column, home.column) + away(corner.row, home.row),
        cellsOf(corner).filter((cell) => taken.has(keyOf(cell))).length,
      ] as const,
    }))
    .sort((one, other) => one.cost[0] - other.cost[0] || one.cost[1] - other.cost[1])[0]?.corner;
}

/**
 * Where the others are. One in trouble covers the nearest square of cells. Only those change places whose cells it
 * covers: they go to cells that are free, in rows below where there are too few.
 * @param troubled which of the others are in trouble
 * @returns the corner of each, and how many rows there are
 */
function placeOthers(
  { columns, rows, lead, next, isBelow }: LeadGrid,
  count: number,
  troubled: readonly number[],
): { cells: Cell[]; rows: number } {
  const shape = { lead, next, isBelow };
  const homes = smallCells(shape, columns, count);
  for (let height = rows; ; height++) {
    const all = smallCells(shape, columns, columns * height - lead ** 2 - next ** 2);
    const free = new Map(all.map((cell) => [keyOf(cell), cell]));
    const placed = new Map<number, Cell>();
    for (const other of troubled) {
      const home = homes[other];
      const square = home && nearestSquare(home, free, homes);
      if (!square) break;
      for (const cell of cellsOf(square)) free.delete(keyOf(cell));
      placed.set(other, square);
    }
    if (placed.size < troubled.length) continue;
    const displaced: number[] = [];
    for (const [other, home] of homes.entries()) {
      if (placed.has(other)) continue;
      if (free.delete(keyOf(home))) placed.set(other, home);
      else displaced.push(other);
    }
    const left = [...free.values()];
    if (displaced.length > left.length) continue;
    for (const [index, other] of displaced.entries()) placed.set(other, left[index] ?? { column: 0, row: 0 });
    return { cells: homes.map((home, other) => placed.get(other) ?? home), rows: height };
  }
}

/**
 * Where tiles are while what is on air leads: the first is large, the second is beside it, and the others are small. Those
 * in trouble are larger.
 * @param troubled the places of cameras in trouble
 */
export function leadTiles(
  screen: Screen,
  count: number,
  isPhone: boolean,
  troubled: readonly number[],
): { tiles: Rect[]; size: Size } {
  const others = Math.max(0, count - 2);
  const grid = isPhone
    ? leadGrid(screen, others, { ...(screen.width > screen.height ? phoneOnItsSide : uprightPhone), isPhone })
    : bestOf(
        spans.flatMap(([lead, next]) =>
          [false, true].map((isBelow) => leadGrid(screen, others, { lead, next, isBelow, isPhone })),
        ),
      );
  const { lead, next, isBelow, columns } = grid;
  const enlarged = troubled.flatMap((place) => (place >= 2 && place < count ? [place - 2] : [])).slice(0, maxTroubled);
  const { cells, rows } = placeOthers(grid, others, enlarged);
  const cell = fittingCell(screen, columns, isPhone ? lead : rows);
  const rect = (column: number, row: number, span: number): Rect => ({
    x: column * (cell.width + gapPx),
    y: row * (cell.height + gapPx),
    width: span * (cell.width + gapPx) - gapPx,
    height: span * (cell.height + gapPx) - gapPx,
  });
  const small = cells.map(({ column, row }, other) => rect(column, row, enlarged.includes(other) ? troubledSpan : 1));
  return {
    tiles: [rect(0, 0, lead), isBelow ? rect(0, lead, next) : rect(lead, 0, next), ...small],
    size: { width: columns * (cell.width + gapPx) - gapPx, height: rows * (cell.height + gapPx) - gapPx },
  };
}
