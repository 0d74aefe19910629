import type { ListName, MessageOf, RowOf } from '@/lib/contracts/cable-messages';

/** A change that a message of a live list tells of: all rows, a changed one, or the id of a removed one. */
type ListChange<R> = { rows: R[]; isComplete: boolean } | { row: R } | { removedId: string };

/** Reads a message of a live list, which has one field beside its type: rows, a row or an id. */
export function changeOf<Name extends ListName>(message: MessageOf<Name>): ListChange<RowOf<Name>> {
  const { type: _, is_complete: isComplete, ...fields } = message as { type: string; is_complete?: boolean };
  const [value]: unknown[] = Object.values(fields);
  if (isComplete !== undefined) return { rows: value as RowOf<Name>[], isComplete };
  return typeof value === 'string' ? { removedId: value } : { row: value as RowOf<Name> };
}

export interface Row {
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
