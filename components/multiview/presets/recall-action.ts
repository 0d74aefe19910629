import type { DirectedWall } from '@/lib/contracts/wall';
import type { MultiviewAction } from '../multiview-state';

/**
 * The action that shows what a preset or a director has arranged.
 * @param ids the streams that there are: one that was deleted cannot fill the page
 */
export function recallAction(
  { layout, order, hides_off, solo }: DirectedWall,
  ids: readonly string[],
): MultiviewAction {
  const soloId = solo !== null && ids.includes(solo) ? solo : null;
  return { type: 'recall', arrangement: { layout, order, hidesOff: hides_off }, soloId };
}
