import { useQuery } from '@tanstack/react-query';
import type { CreateDestinationInput, UpdateDestinationInput } from '@/lib/contracts/destinations';
import { api } from '../api/api-client';
import { dataQuery, useChange } from './api-query';
import { useLiveList } from './live-list';
import { queryKeys } from './query-keys';
import { refreshIntervalMs, useIsCableConnected } from './use-cable';

/** Where a camera is sent, oldest first, and live. */
export function useDestinations(streamId: string) {
  const queryKey = queryKeys.destinations(streamId);
  const isConnected = useIsCableConnected();
  useLiveList({
    channel: 'DestinationsChannel',
    queryKey,
    keep: (destination) => (destination.attributes.stream_id === streamId ? destination : null),
  });
  return useQuery({
    ...dataQuery(queryKey, 'GET /streams/{id}/destinations', { params: { id: streamId } }),
    refetchInterval: isConnected ? false : refreshIntervalMs,
  });
}

/** Adding, changing and deleting destinations of a camera; the list is then loaded again. */
export function useDestinationMutations(streamId: string) {
  const reloads = [queryKeys.destinations(streamId)];
  return {
    create: useChange(reloads, (destination: Omit<CreateDestinationInput['destination'], 'is_on'>) =>
      api('POST /streams/{id}/destinations', { params: { id: streamId }, body: { destination } }),
    ),
    update: useChange(reloads, ({ id, ...changes }: UpdateDestinationInput['destination'] & { id: string }) =>
      api('PATCH /destinations/{id}', { params: { id }, body: { destination: changes } }),
    ),
    remove: useChange(reloads, (id: string) => api('DELETE /destinations/{id}', { params: { id } })),
  };
}
