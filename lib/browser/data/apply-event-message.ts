import type { QueryClient } from '@tanstack/react-query';
import type { EventsMessage } from '@/lib/contracts/cable-messages';
import type { EventJson, EventSummaryJson } from '@/lib/contracts/events';
import { ApiError } from '../api/api-error';
import { queryKeys } from './query-keys';
import { removeRow, upsertRow } from './update-rows';

/** Applies a message of the events' channel to the cached list of events and to every cached event. */
export function applyEventMessage(client: QueryClient, message: EventsMessage): void {
  switch (message.type) {
    case 'events_snapshot':
      if (!message.is_complete) {
        void client.invalidateQueries({ queryKey: queryKeys.events });
        break;
      }
      setList(client, message.events);
      for (const eventId of cachedEventIds(client)) {
        const event = message.events.find(({ id }) => id === eventId);
        if (event) updateCachedEvent(client, event);
        else markDeleted(client, eventId);
      }
      break;
    case 'event_upsert':
      patchList(client, (list) => upsertRow(list, message.event));
      updateCachedEvent(client, message.event);
      break;
    case 'event_remove':
      patchList(client, (list) => removeRow(list, message.event_id));
      markDeleted(client, message.event_id);
  }
}

const exactly = (eventId?: string) => ({
  queryKey: eventId === undefined ? queryKeys.events : queryKeys.event(eventId),
  exact: true,
});

function setList(client: QueryClient, events: EventSummaryJson[]): void {
  const query = client.getQueryCache().find<EventSummaryJson[]>(exactly());
  const error = query?.state.error ?? null;
  client.setQueryData(queryKeys.events, events);
  // The API's refusal of the list stays visible, and the page keeps asking.
  if (error) query?.setState({ status: 'error', error });
  // A pending answer may be older than this message. It is not cancelled, because its failure is shown.
  if (query?.state.fetchStatus !== 'fetching') return;
  query.promise?.then(
    () => client.setQueryData(queryKeys.events, events),
    () => undefined,
  );
}

function patchList(client: QueryClient, patch: (list: EventSummaryJson[]) => EventSummaryJson[]): void {
  const list = client.getQueryData<EventSummaryJson[]>(queryKeys.events);
  if (list) setList(client, patch(list));
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
