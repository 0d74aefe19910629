import { type MultiviewLayout, multiviewLayouts } from '@/lib/contracts/multiview-layouts';

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
  /** Whether the wall shows what the director shows. */
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
