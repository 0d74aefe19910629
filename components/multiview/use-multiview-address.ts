import { useEffect, useRef } from 'react';
import { afterPaint } from '@/lib/browser/page/use-after-paint';
import type { MultiviewLayout } from '@/lib/contracts/multiview-layouts';
import type { StreamJson } from '@/lib/contracts/streams';
import { multiviewSearch, readMultiviewAddress } from './multiview-address';
import { initialMultiview } from './multiview-state';

interface Shown {
  /** Empty until they are loaded. */
  cameras: readonly StreamJson[];
  layout: MultiviewLayout;
  /** The tile that fills the page; null for none. */
  fullId: string | null;
  locksFrames: boolean;
  /** Whether the director decides the rest. */
  follows: boolean;
}

/**
 * Keeps layout, full tile, frame lock and following in the page's address, so that two monitors show two things.
 * @param enlarge called once if the address names a tile
 */
export function useMultiviewAddress(
  { cameras, layout, fullId, locksFrames, follows }: Shown,
  enlarge: (id: string) => void,
): void {
  const isRead = useRef(false);
  useEffect(() => {
    if (cameras.length === 0) return;
    const { pathname, search, hash } = window.location;
    const requested = isRead.current ? null : readMultiviewAddress(search).solo;
    isRead.current = true;
    const requestedId = cameras.find(({ attributes }) => attributes.number === requested)?.id;
    if (requestedId) {
      enlarge(requestedId);
      return;
    }
    const solo = cameras.find(({ id }) => id === fullId)?.attributes.number ?? null;
    const own = { layout: layout === initialMultiview.layout ? null : layout, solo };
    const shown = { ...(follows ? { layout: null, solo: null } : own), locksFrames, follows };
    const address = pathname + multiviewSearch(search, shown) + hash;
    if (address === pathname + search + hash) return;
    // Next.js renders for a new address, too: not before the tiles have moved.
    return afterPaint(() => window.history.replaceState(null, '', address));
  }, [cameras, layout, fullId, locksFrames, follows, enlarge]);
}
