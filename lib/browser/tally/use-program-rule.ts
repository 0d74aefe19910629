import type { ProgramJson } from '@/lib/contracts/tally/program';
import { api } from '../api/api-client';
import { useChange } from '../data/api-query';
import { queryKeys } from '../data/query-keys';

type Rule = NonNullable<ProgramJson['attributes']['rule']>;

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
