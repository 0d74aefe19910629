import { useContext, useState } from 'react';
import { TallyContext } from '@/lib/browser/tally/use-tally';
import { useObservable } from '@/lib/browser/use-observable';
import type { MultiviewLayout } from '@/lib/contracts/multiview-layouts';
import type { ArrangedCameras } from '../arranged-cameras';

/**
 * Puts the camera on air first, and the next one second. Each changes places with the one that was there, so that no other
 * camera moves. The leader keeps its place while it is on air, and while nothing is.
 * @param ids the order before
 */
export function leadingOrder(
  ids: readonly string[],
  tallyOf: (id: string) => string | null | undefined,
): readonly string[] {
  const led = withFirst(ids, 0, (id) => tallyOf(id) === 'program');
  return withFirst(led, 1, (id, place) => place > 0 && tallyOf(id) === 'preview');
}

/** The first camera that leads is brought to a place, unless one that does is there. */
function withFirst(
  ids: readonly string[],
  place: number,
  leads: (id: string, place: number) => boolean,
): readonly string[] {
  const there = ids[place];
  const from = ids.findIndex(leads);
  const found = ids[from];
  if (there === undefined || found === undefined || leads(there, place)) return ids;
  return ids.with(place, found).with(from, there);
}

/**
 * Cameras in the order in which tally leads.
 * @param arranged as the user has arranged them; another order begins anew
 */
export function useLeadingOrder(arranged: ArrangedCameras, layout: MultiviewLayout): ArrangedCameras {
  const { allIds, ids } = arranged;
  const tally = useContext(TallyContext);
  const isLeading = layout === 'program';
  // One text, so that only a cut renders anew.
  const states = useObservable(
    isLeading ? tally : null,
    (store) => allIds.map((id) => store.stateOf(id) ?? '').join(),
    '',
  ).split(',');
  const home = allIds.join();
  const [led, setLed] = useState({ home, ids: allIds as readonly string[] });
  if (!isLeading) return arranged;
  const before = led.home === home ? led.ids : allIds;
  const next = leadingOrder(before, (id) => states[allIds.indexOf(id)]);
  if (next !== led.ids) setLed({ home, ids: next });
  const order = next.filter((id) => ids.includes(id));
  return { ...arranged, allIds: [...next], ids: order, currentId: arranged.selected?.id ?? order[0] };
}
