import { type ActionDispatch, useEffect, useReducer, useState } from 'react';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { toast } from '@/lib/browser/page/toast';
import { firstLayout, type MultiviewLayout, multiviewLayouts } from '@/lib/contracts/multiview-layouts';
import { isPhoneScreen } from './layout/lay-out';
import { readMultiviewAddress } from './multiview-address';
import {
  initialMultiview,
  type MultiviewAction,
  type MultiviewArrangement,
  type MultiviewState,
  multiviewReducer,
} from './multiview-state';

/**
 * The state of an event's multiview. The address decides its layout and frame lock, then what this browser stores, then the
 * organization.
 */
export function useMultiview(
  eventId: string,
): [multiview: MultiviewState, dispatch: ActionDispatch<[MultiviewAction]>] {
  const session = useAuthSession();
  const [opened] = useState((): MultiviewState => {
    const first = session.status === 'signed-in' ? session.organization.multiview_layout : null;
    const stored = readArrangement(eventId, first ?? firstLayout);
    const { layout, locksFrames, follows } = readMultiviewAddress(window.location.search);
    return {
      ...initialMultiview,
      ...stored,
      layout: layout ?? stored.layout,
      locksFrames,
      hand: follows ? 'follow' : 'own',
      cuts: isCutting(eventId),
    };
  });
  const [multiview, dispatch] = useReducer(multiviewReducer, opened);
  useEffect(() => {
    if (opened.layout === firstLayout && opened.hand === 'own')
      offerAuto(() => dispatch({ type: 'layout', layout: 'auto' }));
  }, [opened]);
  const { layout, order, hidesOff, pinsClock, overlaysLabels, hand } = multiview;
  useEffect(() => {
    // An arrangement that nobody has changed follows the organization's default, and a director's is not this browser's.
    if (multiview === opened || hand === 'follow') return;
    writeArrangement(eventId, { layout, order, hidesOff, pinsClock, overlaysLabels });
  }, [multiview, opened, eventId, layout, order, hidesOff, pinsClock, overlaysLabels, hand]);
  const { cuts } = multiview;
  useEffect(() => keepCutting(eventId, cuts), [eventId, cuts]);
  return [multiview, dispatch];
}

const cuttingKey = (eventId: string): string => `sightline-cutting:${eventId}`;

/** Whether this tab cut the event before it was loaded again. */
function isCutting(eventId: string): boolean {
  try {
    return sessionStorage.getItem(cuttingKey(eventId)) !== null;
  } catch {
    // Storage is forbidden: it begins without.
    return false;
  }
}

/** Has the tab cut again after a reload; another tab, or a link, does not. */
function keepCutting(eventId: string, cuts: boolean): void {
  try {
    if (cuts) sessionStorage.setItem(cuttingKey(eventId), '1');
    else sessionStorage.removeItem(cuttingKey(eventId));
  } catch {
    // Storage is forbidden: only that is forgotten.
  }
}

const offeredKey = 'sightline-multiview-auto-offered';
const offerMs = 10_000;

/** Offers Auto on a phone, once in this browser: in three columns its pictures are too small to tell apart. */
function offerAuto(choose: () => void): void {
  if (!isPhoneScreen({ width: window.innerWidth, height: window.innerHeight }) || read(offeredKey)) return;
  try {
    localStorage.setItem(offeredKey, '{}');
  } catch {
    // Storage is forbidden: it is offered again.
  }
  const action = { label: 'Auto', onClick: choose };
  toast('Auto shows larger pictures.', { id: offeredKey, duration: offerMs, action });
}

type StoredArrangement = MultiviewArrangement & Pick<MultiviewState, 'pinsClock' | 'overlaysLabels'>;

/** The layout that was chosen last, for events that this browser has not arranged yet. */
const layoutKey = 'sightline-multiview-layout';
const storageKey = (eventId: string): string => `sightline-multiview:${eventId}`;

/**
 * The arrangement that this browser last had for an event's multiview, or the defaults.
 * @param first the layout where none was ever chosen in this browser
 */
function readArrangement(eventId: string, first: MultiviewLayout): StoredArrangement {
  const stored = read(storageKey(eventId));
  return {
    layout: layoutOf(stored?.layout) ?? layoutOf(read(layoutKey)?.layout) ?? first,
    order: Array.isArray(stored?.order) ? stored.order.filter((id) => typeof id === 'string') : initialMultiview.order,
    hidesOff: stored?.hidesOff === true,
    pinsClock: stored?.pinsClock === true,
    overlaysLabels: stored?.overlaysLabels === true,
  };
}

/** Stores an arrangement that somebody has changed in this browser, if it can. */
function writeArrangement(
  eventId: string,
  { layout, order, hidesOff, pinsClock, overlaysLabels }: StoredArrangement,
): void {
  try {
    localStorage.setItem(storageKey(eventId), JSON.stringify({ layout, order, hidesOff, pinsClock, overlaysLabels }));
    localStorage.setItem(layoutKey, JSON.stringify({ layout }));
  } catch {
    // Storage is full or forbidden: only the arrangement is forgotten.
  }
}

const layoutOf = (value: unknown): MultiviewLayout | undefined => multiviewLayouts.find((name) => name === value);

function read(key: string): Record<string, unknown> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null;
  } catch {
    // Storage is forbidden, or not ours: the defaults do no harm.
    return null;
  }
}
