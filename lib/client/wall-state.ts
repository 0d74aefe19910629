export const columnChoices = [2, 3, 4] as const;
export type Columns = (typeof columnChoices)[number];

/** The multiview as its user arranged it. Tiles are named by their streams' ids. */
export interface WallState {
  columns: Columns;
  /** Tiles that were put somewhere, in their order; all others follow as they come. */
  order: readonly string[];
  /** The tile that keys are about. */
  selectedId: string | null;
  /** Whether the selected tile fills the page. */
  isFull: boolean;
  /** The one tile whose sound plays. */
  heardId: string | null;
  /** Whether tiles show their measured rates and latency. */
  showsHealth: boolean;
}

export type WallAction =
  | { type: 'columns'; columns: Columns }
  | { type: 'select'; id: string }
  /** Fills the page with a tile, or gives the wall back if it does already. */
  | { type: 'enlarge'; id: string }
  | { type: 'shrink' }
  /** Goes to another tile of `ids`, the wall's present order, from the selected one; `carry` takes the tile along. */
  | { type: 'step'; ids: readonly string[]; by: number; carry: boolean }
  /** Puts a tile where another one is. */
  | { type: 'place'; ids: readonly string[]; id: string; at: string }
  | { type: 'hear'; id: string }
  | { type: 'health' };

export const initialWall: WallState = {
  columns: 3,
  order: [],
  selectedId: null,
  isFull: false,
  heardId: null,
  showsHealth: false,
};

/** The wall after something was pressed or dragged; the same wall where nothing changed. */
export function wallReducer(wall: WallState, action: WallAction): WallState {
  switch (action.type) {
    case 'columns':
      return { ...wall, columns: action.columns };
    case 'select':
      return wall.selectedId === action.id ? wall : { ...wall, selectedId: action.id };
    case 'enlarge':
      return { ...wall, selectedId: action.id, isFull: !(wall.isFull && wall.selectedId === action.id) };
    case 'shrink':
      return wall.isFull ? { ...wall, isFull: false } : wall;
    case 'step':
      return step(wall, action.ids, action.by, action.carry);
    case 'place':
      return { ...wall, order: placed(action.ids, action.id, action.ids.indexOf(action.at)) };
    case 'hear':
      return { ...wall, selectedId: action.id, heardId: wall.heardId === action.id ? null : action.id };
    case 'health':
      return { ...wall, showsHealth: !wall.showsHealth };
  }
}

function step(wall: WallState, ids: readonly string[], by: number, carry: boolean): WallState {
  const from = wall.selectedId === null ? -1 : ids.indexOf(wall.selectedId);
  if (from < 0) return { ...wall, selectedId: ids[0] ?? null };
  const to = from + by;
  const id = ids[to];
  if (id === undefined) return wall;
  return carry ? { ...wall, order: placed(ids, ids[from] ?? id, to) } : { ...wall, selectedId: id };
}

function placed(ids: readonly string[], id: string, at: number): readonly string[] {
  return ids.filter((other) => other !== id).toSpliced(at, 0, id);
}

/** The ids in the order of the wall: those that were put somewhere first, then all others as they come. */
export function wallOrder(ids: readonly string[], order: readonly string[]): string[] {
  const there = new Set(ids);
  const put = new Set(order);
  return [...order.filter((id) => there.has(id)), ...ids.filter((id) => !put.has(id))];
}
