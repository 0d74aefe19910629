import { firstLayout, type MultiviewLayout } from '@/lib/contracts/multiview-layouts';
import { type AspectMask, aspectMasks, type Guides } from './guides';

/** The arrangement that a browser, an address or a preset keeps. Tiles are identified by their streams' ids. */
export interface MultiviewArrangement {
  layout: MultiviewLayout;
  /** Tiles that the user has moved, in display order; all others follow in the order of creation. */
  order: readonly string[];
  /** Whether cameras that are off have no tile. */
  hidesOff: boolean;
}

type Hand = 'own' | 'direct' | 'follow';

/** A multiview as its user has arranged it. */
export interface MultiviewState extends MultiviewArrangement {
  /** The tile that keys act on. */
  selectedId: string | null;
  /** Whether the selected tile fills the page. */
  isFull: boolean;
  /** Whether the others are in a row below the full tile. */
  showsFilmstrip: boolean;
  /** The one tile whose audio plays. */
  audibleId: string | null;
  /** Whether clock and countdown stay below the tiles while the bar is away. */
  pinsClock: boolean;
  /** Whether labels lie on the pictures, which then fill the page. */
  overlaysLabels: boolean;
  /** The decider of the arrangement: this screen alone, this one for all that follow, or a director. */
  hand: Hand;
  /** Whether tiles show their measured rates and latency. */
  showsHealth: boolean;
  /** Whether the faster tiles are delayed, so that all show the same moment. */
  locksFrames: boolean;
  guides: Guides;
  /** Whether numbers and taps choose what is next on air, in place of showing it full size. */
  cuts: boolean;
}

export type MultiviewAction =
  | { type: 'layout'; layout: MultiviewLayout }
  | { type: 'select'; id: string }
  /** Fills the page with a tile, or returns to the multiview if the tile fills it already. */
  | { type: 'enlarge'; id: string }
  | { type: 'shrink' }
  /** Selects the tile `by` positions after the selected one in `ids`, the display order; `moves` moves the tile there. */
  | { type: 'step'; ids: readonly string[]; by: number; moves: boolean }
  /** Moves a tile to another one's position. Where tiles are of two sizes, the two change places. */
  | { type: 'move'; ids: readonly string[]; id: string; to: string }
  /** Makes a camera the first one, in the place of that. */
  | { type: 'main'; ids: readonly string[]; id: string }
  /** Two cameras change places. */
  | { type: 'swap'; ids: readonly string[]; id: string; with: string }
  | { type: 'audio'; id: string }
  | { type: 'health' }
  | { type: 'frame-lock' }
  | { type: 'filmstrip' }
  | { type: 'off-cameras' }
  | { type: 'clock' }
  | { type: 'overlay' }
  /** Directs or follows, or ends that. */
  | { type: 'hand'; hand: Hand }
  /** Begins to cut here, with what is on air and next large, or ends that. */
  | { type: 'desk' }
  | { type: 'safe-areas' }
  | { type: 'center-cross' }
  | { type: 'aspect-mask' }
  /** Shows what a preset keeps. @param soloId the tile that fills the page; null for none */
  | { type: 'recall'; arrangement: MultiviewArrangement; soloId: string | null };

export const initialMultiview: MultiviewState = {
  layout: firstLayout,
  order: [],
  hidesOff: false,
  selectedId: null,
  isFull: false,
  showsFilmstrip: false,
  audibleId: null,
  pinsClock: false,
  overlaysLabels: false,
  hand: 'own',
  showsHealth: false,
  locksFrames: false,
  guides: { safeAreas: false, centerCross: false, mask: null },
  cuts: false,
};

/** The multiview after an action; the same object where nothing changes. */
export function multiviewReducer(multiview: MultiviewState, action: MultiviewAction): MultiviewState {
  const { guides } = multiview;
  switch (action.type) {
    case 'layout':
      return { ...multiview, layout: action.layout, isFull: false };
    case 'select':
      return multiview.selectedId === action.id ? multiview : { ...multiview, selectedId: action.id };
    case 'enlarge':
      return { ...multiview, selectedId: action.id, isFull: !(multiview.isFull && multiview.selectedId === action.id) };
    case 'shrink':
      return multiview.isFull ? { ...multiview, isFull: false } : multiview;
    case 'step':
      return step(multiview, action.ids, action.by, action.moves);
    case 'move':
      return {
        ...multiview,
        order: hasMainTile(multiview.layout)
          ? withSwapped(action.ids, action.id, action.to)
          : withMoved(action.ids, action.id, action.ids.indexOf(action.to)),
      };
    case 'main':
      return { ...multiview, selectedId: action.id, order: withSwapped(action.ids, action.id, action.ids[0]) };
    case 'swap':
      return { ...multiview, selectedId: action.with, order: withSwapped(action.ids, action.id, action.with) };
    case 'audio':
      return { ...multiview, selectedId: action.id, audibleId: multiview.audibleId === action.id ? null : action.id };
    case 'health':
      return { ...multiview, showsHealth: !multiview.showsHealth };
    case 'frame-lock':
      return { ...multiview, locksFrames: !multiview.locksFrames };
    case 'filmstrip':
      return { ...multiview, showsFilmstrip: !multiview.showsFilmstrip };
    case 'off-cameras':
      return { ...multiview, hidesOff: !multiview.hidesOff };
    case 'clock':
      return { ...multiview, pinsClock: !multiview.pinsClock };
    case 'overlay':
      return { ...multiview, overlaysLabels: !multiview.overlaysLabels };
    case 'hand':
      return { ...multiview, hand: multiview.hand === action.hand ? 'own' : action.hand };
    case 'desk':
      if (multiview.cuts) return { ...multiview, cuts: false };
      return { ...multiview, cuts: true, layout: 'program', isFull: false };
    case 'safe-areas':
      return { ...multiview, guides: { ...guides, safeAreas: !guides.safeAreas } };
    case 'center-cross':
      return { ...multiview, guides: { ...guides, centerCross: !guides.centerCross } };
    case 'aspect-mask':
      return { ...multiview, guides: { ...guides, mask: nextMask(guides.mask) } };
    case 'recall': {
      const { layout, order, hidesOff } = action.arrangement;
      const selectedId = action.soloId ?? multiview.selectedId;
      return { ...multiview, layout, order, hidesOff, selectedId, isFull: action.soloId !== null };
    }
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

/** Whether a layout has tiles of two sizes, so that it matters which camera is in which. */
export const hasMainTile = (layout: MultiviewLayout): boolean => layout === 'pip' || layout.includes('+');

const withSwapped = (ids: readonly string[], one: string, other: string | undefined): readonly string[] =>
  ids.map((id) => (id === one && other !== undefined ? other : id === other ? one : id));

/** Each mask after the one before, then none. */
const nextMask = (mask: AspectMask | null): AspectMask | null =>
  aspectMasks[mask ? aspectMasks.indexOf(mask) + 1 : 0] ?? null;
