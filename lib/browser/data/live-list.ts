import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ListName, RowOf } from '@/lib/contracts/cable-messages';
import { changeOf, type Row, upsertRow } from './list-change';
import { useCable } from './use-cable';

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
