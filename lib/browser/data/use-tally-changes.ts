import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api-client';
import { loadPages } from './load-pages';
import { queryKeys } from './query-keys';

/** Reload interval while something is recorded. */
const growthIntervalMs = 5_000;

/** When which cameras of an event were on air, oldest first. @param isGrowing the show still goes on */
export const useTallyChanges = (eventId: string, isGrowing: boolean) =>
  useQuery({
    queryKey: queryKeys.tallyChanges(eventId),
    queryFn: ({ signal }) =>
      loadPages((cursor) =>
        api('GET /events/{id}/tally_changes', { params: { id: eventId }, query: { cursor }, signal }),
      ),
    refetchInterval: isGrowing ? growthIntervalMs : false,
  });
