import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ListName, MessageOf, RowOf } from '@/lib/contracts/cable-messages';
import { useCable } from './use-cable';

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

/**
 * Replaces a cached list that is known, or sets one that is not, by what a message says. The API's refusal of the list stays
 * visible, and the page keeps asking. A pending answer may be older than the message; its failure is still shown.
 */
export function setLiveRows<R extends Row>(client: QueryClient, queryKey: QueryKey, rows: R[]): void {
  const query = client.getQueryCache().find<R[]>({ queryKey, exact: true });
  const error = query?.state.error ?? null;
  client.setQueryData(queryKey, rows);
  if (error) query?.setState({ status: 'error', error });
  if (query?.state.fetchStatus !== 'fetching') return;
  query.promise?.then(
    () => client.setQueryData(queryKey, rows),
    () => undefined,
  );
}

/** A change that a message of a live list tells of: all rows, a changed one, or the id of a removed one. */
type ListChange<R> = { rows: R[]; isComplete: boolean } | { row: R } | { removedId: string };

/** Reads a message of a live list, which has one field beside its type: rows, a row or an id. */
export function changeOf<Name extends ListName>(message: MessageOf<Name>): ListChange<RowOf<Name>> {
  const { type: _, is_complete: isComplete, ...fields } = message as { type: string; is_complete?: boolean };
  const [value]: unknown[] = Object.values(fields);
  if (isComplete !== undefined) return { rows: value as RowOf<Name>[], isComplete };
  return typeof value === 'string' ? { removedId: value } : { row: value as RowOf<Name> };
}

interface LiveList<Name extends ListName, Kept> {
  channel: Name;
  /** False subscribes to nothing. */
  isWanted?: boolean;
  /** The cached list that is kept current. */
  queryKey: QueryKey;
  /** A row as the list keeps it; null for one of another list. */
  keep(row: RowOf<Name>): Kept | null;
  /** The id by which the server removes a row, where it is not the row's own. */
  removalIdOf?(row: Kept): string;
  /** Puts rows, of which new ones come last, into the list's order. */
  arrange?(rows: Kept[]): Kept[];
}

/** Keeps a cached list current by the messages of a live list while the component is mounted. */
export function useLiveList<Name extends ListName, Kept extends Row>(list: LiveList<Name, Kept>): void {
  const { channel, isWanted = true, queryKey, keep, removalIdOf = ({ id }) => id, arrange = (rows) => rows } = list;
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey });
  const update = (change: (rows: Kept[]) => Kept[]) =>
    client.setQueryData<Kept[]>(queryKey, (rows) => rows && change(rows));
  useCable(isWanted ? { name: channel } : null, {
    onMessage(message) {
      const change = changeOf<Name>(message);
      if ('removedId' in change) {
        update((rows) => rows.filter((row) => removalIdOf(row) !== change.removedId));
      } else if ('row' in change) {
        const kept = keep(change.row);
        if (kept) update((rows) => arrange(upsertRow(rows, kept)));
      } else if (change.isComplete) {
        client.setQueryData(queryKey, arrange(change.rows.flatMap((row) => keep(row) ?? [])));
      } else {
        reload();
      }
    },
    // Changes may have been missed. Where a snapshot follows, it comes before the list is asked for.
    onConfirm: reload,
  });
}
