import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import type { ProgramJson } from '@/lib/contracts/tally/program';
import { api } from '../api/api-client';
import { useMay } from '../api/use-may';
import { dataQuery, useChange } from '../data/api-query';
import { queryKeys } from '../data/query-keys';
import { TallyContext } from './use-tally';

type Rule = NonNullable<ProgramJson['attributes']['rule']>;

/**
 * An event's program, for those who may cut it. Each change of the tally has it loaded again.
 * @param refreshMs interval between readings, for what changes no tally; false: none
 */
export function useProgram(eventId: string, refreshMs: number | false) {
  const client = useQueryClient();
  const store = useContext(TallyContext);
  const isOn = useMay('program.cut');
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

/** Setting and removing the rule of an event's program, and bringing back the camera that it replaced. */
export function useProgramRule(eventId: string) {
  const reloads = [queryKeys.program(eventId)];
  const params = { id: eventId };
  return {
    set: useChange(reloads, (rule: Pick<Rule, 'spare_id'> & Partial<Rule>) =>
      api('PUT /events/{id}/program/rule', { params, body: { rule } }),
    ),
    remove: useChange(reloads, () => api('DELETE /events/{id}/program/rule', { params })),
    bringBack: useChange(reloads, () => api('DELETE /events/{id}/program/stand_in', { params })),
    release: useChange(reloads, () => api('DELETE /events/{id}/program', { params })),
  };
}
