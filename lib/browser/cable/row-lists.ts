interface Row {
  id: string;
}

/**
 * A list with a row as it is now: changed in its place, or added at the end, as the newest. The same list where
 * nothing changed, so that nothing is drawn again.
 */
export function upsertRow<R extends Row>(list: R[], row: R): R[] {
  const index = list.findIndex(({ id }) => id === row.id);
  if (index < 0) return [...list, row];
  return JSON.stringify(list[index]) === JSON.stringify(row) ? list : list.with(index, row);
}

/** A list without a row; the same list where it was not in. */
export const removeRow = <R extends Row>(list: R[], rowId: string): R[] =>
  list.some(({ id }) => id === rowId) ? list.filter(({ id }) => id !== rowId) : list;

/** The rows that have come, to a list that was known before. */
export function newcomers<R extends Row>(before: R[] | undefined, now: R[] | undefined): R[] {
  if (!before || !now || before === now) return [];
  const known = new Set(before.map(({ id }) => id));
  return now.filter(({ id }) => !known.has(id));
}
