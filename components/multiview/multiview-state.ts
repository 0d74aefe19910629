export const columnChoices = [2, 3, 4] as const;
export type Columns = (typeof columnChoices)[number];

/** The multiview as its user arranged it. Tiles are named by their streams' ids. */
export interface MultiviewState {
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

export type MultiviewAction =
  | { type: 'columns'; columns: Columns }
  | { type: 'select'; id: string }
  /** Fills the page with a tile, or gives the multiview back if it does already. */
  | { type: 'enlarge'; id: string }
  | { type: 'shrink' }
  /** Goes to another tile of `ids`, the multiview's present order, from the selected one; `carry` takes the tile along. */
  | { type: 'step'; ids: readonly string[]; by: number; carry: boolean }
  /** Puts a tile where another one is. */
  | { type: 'place'; ids: readonly string[]; id: string; at: string }
  | { type: 'hear'; id: string }
  | { type: 'health' };

export const initialMultiview: MultiviewState = {
  columns: 3,
  order: [],
  selectedId: null,
  isFull: false,
  heardId: null,
  showsHealth: false,
};

/** The multiview after something was pressed or dragged; the same multiview where nothing changed. */
export function multiviewReducer(multiview: MultiviewState, action: MultiviewAction): MultiviewState {
  switch (action.type) {
    case 'columns':
      return { ...multiview, columns: action.columns };
    case 'select':
      return multiview.selectedId === action.id ? multiview : { ...multiview, selectedId: action.id };
    case 'enlarge':
      return { ...multiview, selectedId: action.id, isFull: !(multiview.isFull && multiview.selectedId === action.id) };
    case 'shrink':
      return multiview.isFull ? { ...multiview, isFull: false } : multiview;
    case 'step':
      return step(multiview, action.ids, action.by, action.carry);
    case 'place':
      return { ...multiview, order: placed(action.ids, action.id, action.ids.indexOf(action.at)) };
    case 'hear':
      return { ...multiview, selectedId: action.id, heardId: multiview.heardId === action.id ? null : action.id };
    case 'health':
      return { ...multiview, showsHealth: !multiview.showsHealth };
  }
}

function step(multiview: MultiviewState, ids: readonly string[], by: number, carry: boolean): MultiviewState {
  const from = multiview.selectedId === null ? -1 : ids.indexOf(multiview.selectedId);
  if (from < 0) return { ...multiview, selectedId: ids[0] ?? null };
  const to = from + by;
  const id = ids[to];
  if (id === undefined) return multiview;
  return carry ? { ...multiview, order: placed(ids, ids[from] ?? id, to) } : { ...multiview, selectedId: id };
}

function placed(ids: readonly string[], id: string, at: number): readonly string[] {
  return ids.filter((other) => other !== id).toSpliced(at, 0, id);
}

/** The ids in the order of the multiview: those that were put somewhere first, then all others as they come. */
export function multiviewOrder(ids: readonly string[], order: readonly string[]): string[] {
  const there = new Set(ids);
  const put = new Set(order);
  return [...order.filter((id) => there.has(id)), ...ids.filter((id) => !put.has(id))];
}
