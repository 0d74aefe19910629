import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { StreamJson } from '@/lib/streams/schema';
import { queryKeys } from './query-keys';
import { removeStream, upsertStream } from './stream-lists';
import { useCable } from './use-cable';

/** Keeps every list of streams, of whatever page, as the server's messages say. */
export function useLiveStreams(): void {
  const client = useQueryClient();
  useCable(
    { name: 'StreamsChannel' },
    {
      onMessage(message) {
        switch (message.type) {
          case 'streams_snapshot':
            client.setQueryData(queryKeys.streamList(), message.streams);
            return patchLists(client, (_, eventId) => message.streams.filter((stream) => isIn(stream, eventId)));
          case 'stream_upsert':
            return upsertInLists(client, message.stream);
          case 'stream_remove':
            return patchLists(client, (list) => list && removeStream(list, message.stream_id));
        }
      },
    },
  );
}

/** Keeps the status of one stream in every list as its own channel says; null: of none. */
export function useLiveStatus(streamId: string | null): void {
  const client = useQueryClient();
  useCable(streamId ? { name: 'StreamStatusChannel', streamId } : null, {
    onMessage(message) {
      switch (message.type) {
        case 'status_update': {
          const { stream_id: id, status, signal, started_at } = message;
          return patchStream(client, id, { status, signal, started_at, status_reason: null });
        }
        case 'error':
          return patchStream(client, message.stream_id, { status: 'error', status_reason: message.message });
        case 'stream_created':
        case 'stream_updated':
          return upsertInLists(client, message.stream);
        case 'stream_deleted':
          return patchLists(client, (list) => list && removeStream(list, message.stream_id));
      }
    },
  });
}

const isIn = (stream: StreamJson, eventId: string | null): boolean =>
  eventId === null || stream.attributes.event_id === eventId;

function upsertInLists(client: QueryClient, stream: StreamJson): void {
  patchLists(client, (list, eventId) => (list && isIn(stream, eventId) ? upsertStream(list, stream) : list));
}

function patchStream(client: QueryClient, streamId: string, attributes: Partial<StreamJson['attributes']>): void {
  patchLists(client, (list) => {
    const stream = list?.find(({ id }) => id === streamId);
    return list && stream
      ? upsertStream(list, { ...stream, attributes: { ...stream.attributes, ...attributes } })
      : list;
  });
}

type Patch = (list: StreamJson[] | undefined, eventId: string | null) => StreamJson[] | undefined;

/** @param patch given a list, undefined while it is not known, and its event's id; null: the list of all streams */
function patchLists(client: QueryClient, patch: Patch): void {
  const [, , all] = queryKeys.streamList();
  for (const [key, list] of client.getQueriesData<StreamJson[]>({ queryKey: queryKeys.streamLists })) {
    const query = { queryKey: key, exact: true };
    const patched = patch(list, key[2] === all ? null : String(key[2]));
    // What an answer under way was read from may be older than this message: it is dropped, or asked for again.
    if (patched) {
      void client.cancelQueries(query);
      client.setQueryData(key, patched);
    } else {
      void client.cancelQueries(query).then(() => client.refetchQueries(query));
    }
  }
}
