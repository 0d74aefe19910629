import type { PresetJson } from '@/lib/contracts/presets';
import type { MultiviewAction } from '../multiview-state';

/** The action that shows a preset. @param ids the streams that there are: one that was deleted cannot fill the page */
export function recallAction({ attributes }: PresetJson, ids: readonly string[]): MultiviewAction {
  const { layout, order, hides_off: hidesOff, solo } = attributes;
  const soloId = solo !== null && ids.includes(solo) ? solo : null;
  return { type: 'recall', arrangement: { layout, order, hidesOff }, soloId };
}
