interface Row {
  id: string;
}

/**
 * A list with the row's new state: replaced in its place, or added at the end as the newest. Returns the same list where
 * nothing changed, so that nothing renders again.
 */
export function upsertRow<R extends Row>(list: R[], row: R): R[] {
  const index = list.findIndex(({ id }) => id === row.id);
  if (index < 0) return [...list, row];
  return JSON.stringify(list[index]) === JSON.stringify(row) ? list : list.with(index, row);
}

/** A list without a row; the same list where the row is not in it. */
export const removeRow = <R extends Row>(list: R[], rowId: string): R[] =>
  list.some(({ id }) => id === rowId) ? list.filter(({ id }) => id !== rowId) : list;

/** The rows that `now` has and `before` has not; none while `before` is not known. */
export function addedRows<R extends Row>(before: R[] | undefined, now: R[] | undefined): R[] {
  if (!before || !now || before === now) return [];
  const known = new Set(before.map(({ id }) => id));
  return now.filter(({ id }) => !known.has(id));
}
