export const columnChoices = [2, 3, 4] as const;
export type Columns = (typeof columnChoices)[number];

/** A multiview as its user has arranged it. Tiles are identified by their streams' ids. */
export interface MultiviewState {
  columns: Columns;
  /** Tiles that the user has moved, in display order; all others follow in the order of creation. */
  order: readonly string[];
  /** The tile that keys act on. */
  selectedId: string | null;
  /** Whether the selected tile fills the page. */
  isFull: boolean;
  /** The one tile whose audio plays. */
  audibleId: string | null;
  /** Whether tiles show their measured rates and latency. */
  showsHealth: boolean;
}

export type MultiviewAction =
  | { type: 'columns'; columns: Columns }
  | { type: 'select'; id: string }
  /** Fills the page with a tile, or returns to the multiview if the tile fills it already. */
  | { type: 'enlarge'; id: string }
  | { type: 'shrink' }
  /** Selects the tile `by` positions after the selected one in `ids`, the display order; `moves` moves the tile there. */
  | { type: 'step'; ids: readonly string[]; by: number; moves: boolean }
  /** Moves a tile to another one's position. */
  | { type: 'move'; ids: readonly string[]; id: string; to: string }
  | { type: 'audio'; id: string }
  | { type: 'health' };

export const initialMultiview: MultiviewState = {
  columns: 3,
  order: [],
  selectedId: null,
  isFull: false,
  audibleId: null,
  showsHealth: false,
};

/** The multiview after an action; the same object where nothing changes. */
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
      return step(multiview, action.ids, action.by, action.moves);
    case 'move':
      return { ...multiview, order: withMoved(action.ids, action.id, action.ids.indexOf(action.to)) };
    case 'audio':
      return { ...multiview, selectedId: action.id, audibleId: multiview.audibleId === action.id ? null : action.id };
    case 'health':
      return { ...multiview, showsHealth: !multiview.showsHealth };
  }
}

function step(multiview: MultiviewState, ids: readonly string[], by: number, moves: boolean): MultiviewState {
  const from = multiview.selectedId === null ? -1 : ids.indexOf(multiview.selectedId);
  if (from < 0) return { ...multiview, selectedId: ids[0] ?? null };
  const to = from + by;
  const id = ids[to];
  if (id === undefined) return multiview;
  return moves ? { ...multiview, order: withMoved(ids, ids[from] ?? id, to) } : { ...multiview, selectedId: id };
}

function withMoved(ids: readonly string[], id: string, to: number): readonly string[] {
  return ids.filter((other) => other !== id).toSpliced(to, 0, id);
}

/** The ids in display order: first those that the user has moved, then all others as given. */
export function multiviewOrder(ids: readonly string[], order: readonly string[]): string[] {
  const present = new Set(ids);
  const moved = new Set(order);
  return [...order.filter((id) => present.has(id)), ...ids.filter((id) => !moved.has(id))];
}
