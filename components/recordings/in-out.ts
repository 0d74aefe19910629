import { clipAround } from '@/lib/core/clip-around';

/** The part of a show that is chosen, in milliseconds since 1970; null for a point that is not set. */
export interface InOut {
  inMs: number | null;
  outMs: number | null;
}

/** Sets the in point. An out point that is not after it goes. */
export const withIn = ({ outMs }: InOut, inMs: number): InOut => ({
  inMs,
  outMs: outMs !== null && outMs > inMs ? outMs : null,
});

/** Sets the out point. An in point that is not before it goes. */
export const withOut = ({ inMs }: InOut, outMs: number): InOut => ({
  inMs: inMs !== null && inMs < outMs ? inMs : null,
  outMs,
});

/** Reads the points of an address, as in `?in=1700000000000&out=1700000015000`. */
export function readInOut(search: string): InOut {
  const query = new URLSearchParams(search);
  const inMs = msOf(query.get('in'));
  const outMs = msOf(query.get('out'));
  return inMs !== null && outMs !== null ? withOut({ inMs, outMs: null }, outMs) : { inMs, outMs };
}

const msOf = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null);

/** Whether an address asks for the dialog of exports. */
export const wantsExport = (search: string): boolean => new URLSearchParams(search).has('export');

/** The query with these points; of all other parameters, only the one of {@link wantsExport} goes. */
export function inOutSearch(search: string, { inMs, outMs }: InOut): string {
  const query = new URLSearchParams(search);
  query.delete('export');
  for (const [name, ms] of [
    ['in', inMs],
    ['out', outMs],
  ] as const) {
    if (ms === null) query.delete(name);
    else query.set(name, String(Math.round(ms)));
  }
  return query.size > 0 ? `?${query}` : '';
}

/** The points of the clip around a mark. @param atMs milliseconds since 1970 */
export function pointsAround(atMs: number): InOut {
  const { startMs: inMs, endMs: outMs } = clipAround(atMs);
  return { inMs, outMs };
}

/** Where a moment of an event's recordings is shown. @param atMs milliseconds since 1970 */
export const momentAddress = (eventId: string, atMs: number): string => `/events/${eventId}/recordings?t=${atMs}`;

/** Where the clip around a mark is exported by one more press. @param atMs milliseconds since 1970 */
export const clipAddress = (eventId: string, atMs: number): string =>
  `/events/${eventId}/recordings${inOutSearch(`?t=${atMs}`, pointsAround(atMs))}&export`;
