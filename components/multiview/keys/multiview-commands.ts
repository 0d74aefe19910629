import { type ActionDispatch, useState } from 'react';
import { usePresets } from '@/lib/browser/data/use-presets';
import { toggleFullscreen } from '@/lib/browser/page/fullscreen';
import { multiviewLayouts } from '@/lib/contracts/multiview-layouts';
import type { ArrangedCameras } from '../arranged-cameras';
import { neighborOf, type Placement } from '../layout/lay-out';
import type { MultiviewDialog } from '../multiview-dialogs';
import type { MultiviewAction, MultiviewState } from '../multiview-state';
import { recallAction } from '../presets/recall';
import { type MultiviewCommands, type Toggle, TypedNumber, useMultiviewKeys } from './multiview-keys';
import { useCutKeys } from './use-cut-keys';

interface MultiviewCommandsOptions {
  eventId: string;
  multiview: MultiviewState;
  arranged: ArrangedCameras;
  /** Where tiles are while none fills the page: arrow keys go by it. */
  whole: Placement;
  open: (dialog: MultiviewDialog) => void;
  dispatch: ActionDispatch<[MultiviewAction]>;
  /** Makes a camera the next one on air; null where nobody cuts here. */
  choose: ((id: string) => void) | null;
  /** Puts on air what is next; null where nobody cuts here. */
  cut: (() => void) | null;
  mayCut: boolean;
}

/** Does what the multiview's keys say, but for the mark's key, which is its button's. */
export function useMultiviewCommands({
  eventId,
  multiview: { layout },
  arranged: { cameras, ids, allIds, currentId, fullId },
  whole,
  open,
  dispatch,
  choose,
  cut,
  mayCut,
}: MultiviewCommandsOptions): void {
  const { data: presets = [] } = usePresets(eventId);
  const [typed] = useState(() => new TypedNumber());
  const idOf = (number: number) => cameras.find(({ attributes }) => attributes.number === number)?.id;
  const show = ({ does }: { does: MultiviewDialog }) => open(does);
  const toggle = ({ does }: { does: Toggle }) => dispatch({ type: does });
  // From the press on, though its bar may still load.
  useCutKeys(cut);
  useMultiviewKeys({
    digit({ digit }) {
      const read = typed.add(digit, (number) => idOf(number) !== undefined, performance.now());
      const id = read && idOf(read.number);
      if (!id) return;
      if (choose) choose(id);
      else if (layout === 'pip' && fullId === null) dispatch({ type: 'main', ids, id });
      else if (!(read.isCorrection && id === fullId)) dispatch({ type: 'enlarge', id });
    },
    step({ column, row, moves }) {
      const position = currentId ? ids.indexOf(currentId) : 0;
      const by = row === 0 ? column : neighborOf(whole, position, row) - position;
      // Without a full tile, cameras that have no place in the layout cannot be selected, but others can be moved there.
      const reachable = fullId === null && !moves ? ids.slice(0, whole.tiles.length) : ids;
      dispatch({ type: 'step', ids: reachable, by, moves });
    },
    layout({ by }) {
      const index = multiviewLayouts.indexOf(layout) + by;
      dispatch({ type: 'layout', layout: multiviewLayouts.at(index % multiviewLayouts.length) ?? 'auto' });
    },
    program() {
      dispatch({ type: 'layout', layout: 'program' });
    },
    recall({ preset: number }) {
      const preset = presets[number - 1];
      if (preset) dispatch(recallAction(preset.attributes, allIds));
    },
    audio() {
      if (currentId) dispatch({ type: 'audio', id: currentId });
    },
    'page-fullscreen': () => void toggleFullscreen(document.documentElement),
    'tile-fullscreen': () =>
      void toggleFullscreen(document.querySelector(`[data-tile="${currentId}"]`) ?? document.documentElement),
    help: show,
    presets: show,
    cameras: show,
    comments: show,
    replay: show,
    health: toggle,
    'frame-lock': toggle,
    shrink: toggle,
    filmstrip: toggle,
    'off-cameras': toggle,
    clock: toggle,
    overlay: toggle,
    'safe-areas': toggle,
    'center-cross': toggle,
    'aspect-mask': toggle,
    desk(key) {
      if (mayCut) toggle(key);
    },
  } satisfies Omit<MultiviewCommands, 'mark'>);
}
