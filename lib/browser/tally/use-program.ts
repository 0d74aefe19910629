import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { useMay } from '../api/use-may';
import { dataQuery } from '../data/api-query';
import { queryKeys } from '../data/query-keys';
import { TallyContext } from './use-tally';

/**
 * An event's program, for those who may cut it. Each change of the tally has it loaded again.
 * @param refreshMs interval between readings, for what changes no tally; false: none
 * @param isWanted false: the server is asked nothing
 */
export function useProgram(eventId: string, refreshMs: number | false, isWanted = true) {
  const client = useQueryClient();
  const store = useContext(TallyContext);
  const isOn = useMay('program.cut') && isWanted;
  const query = useQuery({
    ...dataQuery(queryKeys.program(eventId), 'GET /events/{id}/program', { params: { id: eventId } }),
    enabled: isOn,
    refetchInterval: refreshMs,
    // The tally may have changed while nobody listened.
    refetchOnMount: 'always',
  });
  useEffect(() => {
    if (!isOn) return;
    return store.subscribe(() => {
      if (!store.isPredicting(eventId)) void client.invalidateQueries({ queryKey: queryKeys.program(eventId) });
    });
  }, [isOn, store, client, eventId]);
  return query;
}
