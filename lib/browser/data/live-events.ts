import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import type { MessageOf } from '@/lib/contracts/cable-messages';
import type { EventJson, EventSummaryJson } from '@/lib/contracts/events';
import { ApiError } from '../api/api-error';
import { changeOf, removeRow, upsertRow } from './list-change';
import { setLiveRows } from './live-list';
import { queryKeys } from './query-keys';
import { useCable } from './use-cable';

/** Applies a message of the events' channel to the cached list of events and to every cached event. */
export function applyEventMessage(client: QueryClient, message: MessageOf<'EventsChannel'>): void {
  const change = changeOf<'EventsChannel'>(message);
  if ('row' in change) {
    patchList(client, (list) => upsertRow(list, change.row));
    updateCachedEvent(client, change.row);
  } else if ('removedId' in change) {
    patchList(client, (list) => removeRow(list, change.removedId));
    markDeleted(client, change.removedId);
  } else if (change.isComplete) {
    setLiveRows(client, queryKeys.events, change.rows);
    for (const eventId of cachedEventIds(client)) {
      const event = change.rows.find(({ id }) => id === eventId);
      if (event) updateCachedEvent(client, event);
      else markDeleted(client, eventId);
    }
  } else {
    void client.invalidateQueries({ queryKey: queryKeys.events });
  }
}

const exactly = (eventId?: string) => ({
  queryKey: eventId === undefined ? queryKeys.events : queryKeys.event(eventId),
  exact: true,
});

function patchList(client: QueryClient, patch: (list: EventSummaryJson[]) => EventSummaryJson[]): void {
  const list = client.getQueryData<EventSummaryJson[]>(queryKeys.events);
  if (list) setLiveRows(client, queryKeys.events, patch(list));
  else void client.cancelQueries(exactly()).then(() => client.refetchQueries(exactly()));
}

/** The events that a page has fetched, each with a token of its own. */
const cachedEventIds = (client: QueryClient): string[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: queryKeys.events })
    .flatMap(({ queryKey: [, eventId] }) => (typeof eventId === 'string' ? [eventId] : []));

/** Updates a cached event, and keeps the token that its page has. */
function updateCachedEvent(client: QueryClient, { id, attributes }: EventSummaryJson): void {
  const apply = () => {
    const update = (event?: EventJson) => {
      const updated = event && { ...event, attributes: { ...event.attributes, ...attributes } };
      return JSON.stringify(updated) === JSON.stringify(event) ? event : updated;
    };
    // As old as before: the token is, and one that is too old must be fetched again.
    const updatedAt = client.getQueryState(queryKeys.event(id))?.dataUpdatedAt;
    client.setQueryData<EventJson>(queryKeys.event(id), update, { updatedAt });
  };
  apply();
  // A pending answer carries a token that a page waits for, so it is kept; but it may be older than this message.
  const query = client.getQueryCache().find(exactly(id));
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(apply, () => undefined);
}

/** Makes pages of a deleted event show that it is gone, as if they had fetched it. */
function markDeleted(client: QueryClient, eventId: string): void {
  const query = client.getQueryCache().find<EventJson>(exactly(eventId));
  if (!query?.state.data) return; // its own answer, pending or here, says the same
  void query.cancel();
  query.setState({
    status: 'error',
    data: undefined,
    error: new ApiError(404, 'This event was deleted.', 'not_found'),
  });
}

/**
 * Keeps cached events current by the server's messages, and leaves the page of an event that is deleted.
 * @param onLeave gets the deleted event's name
 */
export function useLiveEvents(onLeave: (eventName: string) => void): void {
  const client = useQueryClient();
  const router = useRouter();
  const [, area, openEventId, page] = usePathname().split('/');
  useCable(
    { name: 'EventsChannel' },
    {
      onMessage: (message) => {
        const before = client.getQueryData<EventSummaryJson[]>(queryKeys.events);
        applyEventMessage(client, message);
        if (area !== 'events' || page !== undefined) return;
        const open = before?.find(({ id }) => id === openEventId);
        const now = client.getQueryData<EventSummaryJson[]>(queryKeys.events);
        if (!open || now?.some(({ id }) => id === openEventId)) return;
        router.replace('/app');
        onLeave(open.attributes.name);
      },
    },
  );
}
