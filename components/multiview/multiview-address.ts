import { type ActionDispatch, useEffect, useRef } from 'react';
import { afterPaint } from '@/lib/browser/page/use-after-paint';
import { type MultiviewLayout, multiviewLayouts } from '@/lib/contracts/multiview-layouts';
import type { StreamJson } from '@/lib/contracts/streams';
import { initialMultiview, type MultiviewAction } from './multiview-state';

/**
 * A multiview's settings in an address, as in `?layout=1+5&solo=3&lock=1`, `?follow=1`, or `?preset=ID`; null for those
 * it does not name.
 */
interface MultiviewAddress {
  layout: MultiviewLayout | null;
  /** The number of the camera that fills the page. */
  solo: number | null;
  /** Whether its tiles are in step. */
  locksFrames: boolean;
  /** Whether it shows what the director shows. */
  follows: boolean;
}

/** The id of the preset that an address recalls; null for none. */
export const presetOfAddress = (search: string): string | null => new URLSearchParams(search).get('preset');

/** @param search the query of an address, with its question mark */
export function readMultiviewAddress(search: string): MultiviewAddress {
  const query = new URLSearchParams(search);
  // People write 1+5, and a plus sign in a query means a space.
  const layout = query.get('layout')?.replace(' ', '+');
  const solo = Number(query.get('solo'));
  return {
    layout: multiviewLayouts.find((name) => name === layout) ?? null,
    solo: Number.isInteger(solo) && solo > 0 ? solo : null,
    locksFrames: query.get('lock') === '1',
    follows: query.get('follow') === '1',
  };
}

/** The query with the multiview's own parameters replaced, and a plus sign that people can read. */
export function multiviewSearch(search: string, { layout, solo, locksFrames, follows }: MultiviewAddress): string {
  const query = new URLSearchParams(search);
  query.delete('layout');
  query.delete('solo');
  query.delete('lock');
  query.delete('follow');
  query.delete('preset');
  const parts = [
    query.toString(),
    follows && 'follow=1',
    layout && `layout=${layout}`,
    solo && `solo=${solo}`,
    locksFrames && 'lock=1',
  ].filter(Boolean);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

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
 * Keeps layout, full tile, frame lock and following in the page's address, so that two monitors show two things. Enlarges
 * the tile that the address names when it opens.
 */
export function useMultiviewAddress(
  { cameras, layout, fullId, locksFrames, follows }: Shown,
  dispatch: ActionDispatch<[MultiviewAction]>,
): void {
  const isRead = useRef(false);
  useEffect(() => {
    if (cameras.length === 0) return;
    const { pathname, search, hash } = window.location;
    const requested = isRead.current ? null : readMultiviewAddress(search).solo;
    isRead.current = true;
    const requestedId = cameras.find(({ attributes }) => attributes.number === requested)?.id;
    if (requestedId) {
      dispatch({ type: 'enlarge', id: requestedId });
      return;
    }
    const solo = cameras.find(({ id }) => id === fullId)?.attributes.number ?? null;
    const own = { layout: layout === initialMultiview.layout ? null : layout, solo };
    const shown = { ...(follows ? { layout: null, solo: null } : own), locksFrames, follows };
    const address = pathname + multiviewSearch(search, shown) + hash;
    if (address === pathname + search + hash) return;
    // Next.js renders for a new address, too: not before the tiles have moved.
    return afterPaint(() => window.history.replaceState(null, '', address));
  }, [cameras, layout, fullId, locksFrames, follows, dispatch]);
}
