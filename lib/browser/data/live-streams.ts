import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { MessageOf } from '@/lib/contracts/cable-messages';
import type { StreamJson } from '@/lib/contracts/streams';
import { removeRow, upsertRow } from './list-change';
import { setLiveRows } from './live-list';
import { queryKeys } from './query-keys';
import { useCable } from './use-cable';

type StreamsMessage = MessageOf<'StreamsChannel' | 'StreamStatusChannel'>;

/** Applies a message of the streams' channels to every cached list of streams. */
export function applyStreamMessage(client: QueryClient, message: StreamsMessage): void {
  switch (message.type) {
    case 'streams_snapshot':
      if (!message.is_complete) {
        void client.invalidateQueries({ queryKey: queryKeys.streamLists });
        break;
      }
      setLiveRows(client, queryKeys.streamList(), message.streams);
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
    if (patched) {
      setLiveRows(client, key, patched);
    } else {
      // A pending answer may be older than this message, and is asked for again.
      void client.cancelQueries(query).then(() => client.refetchQueries(query));
    }
  }
}

/** Keeps every cached list of streams current by the server's messages. */
export function useLiveStreams(): void {
  const client = useQueryClient();
  useCable({ name: 'StreamsChannel' }, { onMessage: (message) => applyStreamMessage(client, message) });
}

/** Keeps one stream's status current in every cached list, by the stream's own channel. */
export function useLiveStatus(streamId: string): void {
  const client = useQueryClient();
  useCable({ name: 'StreamStatusChannel', streamId }, { onMessage: (message) => applyStreamMessage(client, message) });
}
