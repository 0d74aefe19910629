import type { QueryClient } from '@tanstack/react-query';
import type { StreamStatusMessage, StreamsMessage } from '@/lib/contracts/cable-messages';
import type { StreamJson } from '@/lib/contracts/streams';
import { queryKeys } from './query-keys';
import { removeRow, upsertRow } from './update-rows';

/** Applies a message of the streams' channels to every cached list of streams. */
export function applyStreamMessage(client: QueryClient, message: StreamsMessage | StreamStatusMessage): void {
  switch (message.type) {
    case 'streams_snapshot':
      if (!message.is_complete) {
        void client.invalidateQueries({ queryKey: queryKeys.streamLists });
        break;
      }
      client.setQueryData(queryKeys.streamList(), message.streams);
      patchLists(client, (_, eventId) => message.streams.filter((stream) => isIn(stream, eventId)));
      break;
    case 'stream_upsert':
    case 'stream_created':
    case 'stream_updated':
      patchLists(client, (list, eventId) =>
        list && isIn(message.stream, eventId) ? upsertRow(list, message.stream) : list,
      );
      break;
    case 'stream_remove':
    case 'stream_deleted':
      patchLists(client, (list) => list && removeRow(list, message.stream_id));
      break;
    case 'status_update': {
      const { status, signal, started_at } = message;
      patchStream(client, message.stream_id, { status, signal, started_at, status_reason: null });
      break;
    }
    case 'error':
      patchStream(client, message.stream_id, { status: 'error', status_reason: message.message });
  }
}

const isIn = (stream: StreamJson, eventId: string | null): boolean =>
  eventId === null || stream.attributes.event_id === eventId;

function patchStream(client: QueryClient, streamId: string, attributes: Partial<StreamJson['attributes']>): void {
  patchLists(client, (list) => {
    const stream = list?.find(({ id }) => id === streamId);
    return list && stream ? upsertRow(list, { ...stream, attributes: { ...stream.attributes, ...attributes } }) : list;
  });
}

type Patch = (list: StreamJson[] | undefined, eventId: string | null) => StreamJson[] | undefined;

/** @param patch gets a list, undefined while it is not known, and its event's id, null for the list of all streams */
function patchLists(client: QueryClient, patch: Patch): void {
  const [, , all] = queryKeys.streamList();
  for (const [key, list] of client.getQueriesData<StreamJson[]>({ queryKey: queryKeys.streamLists })) {
    const query = { queryKey: key, exact: true };
    const patched = patch(list, key[2] === all ? null : String(key[2]));
    // A pending answer may be older than this message: it is discarded, or fetched again.
    if (patched) {
      void client.cancelQueries(query);
      client.setQueryData(key, patched);
    } else {
      void client.cancelQueries(query).then(() => client.refetchQueries(query));
    }
  }
}
