import type { QueryClient } from '@tanstack/react-query';
import type { EventsMessage } from '@/lib/contracts/cable-messages';
import type { EventJson, EventSummaryJson } from '@/lib/contracts/events';
import { ApiError } from '../api/api-error';
import { queryKeys } from '../queries/query-keys';
import { removeRow, upsertRow } from './row-lists';

/** Brings the list of events and every single event that is kept, of whatever page, to what a message says. */
export function applyEventMessage(client: QueryClient, message: EventsMessage): void {
  switch (message.type) {
    case 'events_snapshot':
      setList(client, message.events);
      for (const eventId of keptEventIds(client)) {
        const event = message.events.find(({ id }) => id === eventId);
        if (event) renew(client, event);
        else forget(client, eventId);
      }
      break;
    case 'event_upsert':
      patchList(client, (list) => upsertRow(list, message.event));
      renew(client, message.event);
      break;
    case 'event_remove':
      patchList(client, (list) => removeRow(list, message.event_id));
      forget(client, message.event_id);
  }
}

const exactly = (eventId?: string) => ({
  queryKey: eventId === undefined ? queryKeys.events : queryKeys.event(eventId),
  exact: true,
});

function setList(client: QueryClient, events: EventSummaryJson[]): void {
  // What an answer under way was read from may be older than this message.
  void client.cancelQueries(exactly());
  client.setQueryData(queryKeys.events, events);
}

function patchList(client: QueryClient, patch: (list: EventSummaryJson[]) => EventSummaryJson[]): void {
  const list = client.getQueryData<EventSummaryJson[]>(queryKeys.events);
  if (list) setList(client, patch(list));
  else void client.cancelQueries(exactly()).then(() => client.refetchQueries(exactly()));
}

/** The events that a page has asked for, each with its own token. */
const keptEventIds = (client: QueryClient): string[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: queryKeys.events })
    .flatMap(({ queryKey: [, eventId] }) => (typeof eventId === 'string' ? [eventId] : []));

/** The event as it is now, with the token that its page has; what a page has not got yet comes with its own answer. */
function renew(client: QueryClient, { id, attributes }: EventSummaryJson): void {
  const apply = () => {
    client.setQueryData<EventJson>(queryKeys.event(id), (event) => {
      const renewed = event && { ...event, attributes: { ...event.attributes, ...attributes } };
      return JSON.stringify(renewed) === JSON.stringify(event) ? event : renewed;
    });
  };
  apply();
  // An answer under way carries a token that somebody waits for, so it is not dropped; but it may be older than this.
  const query = client.getQueryCache().find(exactly(id));
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(apply, () => undefined);
}

/** Pages of an event that is gone say so, as if they had asked. */
function forget(client: QueryClient, eventId: string): void {
  const query = client.getQueryCache().find<EventJson>(exactly(eventId));
  if (!query?.state.data) return; // its answer, under way or here, says so itself
  void query.cancel();
  query.setState({
    status: 'error',
    data: undefined,
    error: new ApiError(404, 'This event was deleted.', 'not_found'),
  });
}
