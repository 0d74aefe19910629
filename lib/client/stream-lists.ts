import type { StreamJson } from '@/lib/streams/schema';

/**
 * A list with a stream as it is now: changed in its place, or added at the end, as the newest. The same list where
 * nothing changed, so that nothing is drawn again.
 */
export function upsertStream(list: StreamJson[], stream: StreamJson): StreamJson[] {
  const index = list.findIndex(({ id }) => id === stream.id);
  if (index < 0) return [...list, stream];
  return JSON.stringify(list[index]) === JSON.stringify(stream) ? list : list.with(index, stream);
}

/** A list without a stream; the same list where it was not in. */
export const removeStream = (list: StreamJson[], streamId: string): StreamJson[] =>
  list.some(({ id }) => id === streamId) ? list.filter(({ id }) => id !== streamId) : list;

/** The streams that have come, to a list that was known before. */
export function newcomers(before: StreamJson[] | undefined, now: StreamJson[] | undefined): StreamJson[] {
  if (!before || !now || before === now) return [];
  const known = new Set(before.map(({ id }) => id));
  return now.filter(({ id }) => !known.has(id));
}
