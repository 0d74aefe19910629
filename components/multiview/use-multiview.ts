import { type ActionDispatch, useEffect, useReducer, useState } from 'react';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { firstLayout } from '@/lib/contracts/multiview-layouts';
import { readArrangement, writeArrangement } from './arrangement-store';
import { isPhoneScreen } from './layout/lay-out';
import { readMultiviewAddress } from './multiview-address';
import { initialMultiview, type MultiviewAction, type MultiviewState, multiviewReducer } from './multiview-state';

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
    // In three columns a phone's pictures are too small to tell apart.
    const isPhone = isPhoneScreen({ width: window.innerWidth, height: window.innerHeight });
    const stored = readArrangement(eventId, first ?? (isPhone ? 'auto' : firstLayout));
    const { layout, locksFrames, follows } = readMultiviewAddress(window.location.search);
    return {
      ...initialMultiview,
      ...stored,
      layout: layout ?? stored.layout,
      locksFrames,
      hand: follows ? 'follow' : 'own',
    };
  });
  const [multiview, dispatch] = useReducer(multiviewReducer, opened);
  const { layout, order, hidesOff, pinsClock, overlaysLabels, hand } = multiview;
  useEffect(() => {
    // An arrangement that nobody has changed follows the organization's default, and a director's is not this browser's.
    if (multiview === opened || hand === 'follow') return;
    writeArrangement(eventId, { layout, order, hidesOff, pinsClock, overlaysLabels });
  }, [multiview, opened, eventId, layout, order, hidesOff, pinsClock, overlaysLabels, hand]);
  return [multiview, dispatch];
}
