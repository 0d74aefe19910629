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

/** The first cells of the others, row by row around the two large tiles. */
function smallCells({ lead, next, isBelow }: LeadShape, columns: number, count: number) {
  const [nextColumn, nextRow] = isBelow ? [0, lead] : [lead, 0];
  const isWithin = (value: number, from: number, length: number) => value >= from && value < from + length;
  const cells: { column: number; row: number }[] = [];
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

/** Where tiles are while what is on air leads: the first is large, the second beside it, and all others are small. */
export function leadTiles(screen: Screen, count: number, isPhone: boolean): { tiles: Rect[]; size: Size } {
  const others = Math.max(0, count - 2);
  const grid = isPhone
    ? leadGrid(screen, others, { ...(screen.width > screen.height ? phoneOnItsSide : uprightPhone), isPhone })
    : bestOf(
        spans.flatMap(([lead, next]) =>
          [false, true].map((isBelow) => leadGrid(screen, others, { lead, next, isBelow, isPhone })),
        ),
      );
  const { lead, next, isBelow, columns, rows, cell } = grid;
  const rect = (column: number, row: number, span: number): Rect => ({
    x: column * (cell.width + gapPx),
    y: row * (cell.height + gapPx),
    width: span * (cell.width + gapPx) - gapPx,
    height: span * (cell.height + gapPx) - gapPx,
  });
  const small = smallCells(grid, columns, others).map(({ column, row }) => rect(column, row, 1));
  return {
    tiles: [rect(0, 0, lead), isBelow ? rect(0, lead, next) : rect(lead, 0, next), ...small],
    size: { width: columns * (cell.width + gapPx) - gapPx, height: rows * (cell.height + gapPx) - gapPx },
  };
}
