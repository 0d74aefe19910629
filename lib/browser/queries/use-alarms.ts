import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlarmChanges } from '@/lib/contracts/alarms/alarms';
import * as addresses from '@/lib/contracts/api/addresses';
import { api } from '../api/api-client';
import { queryKeys } from './query-keys';

/** Says that an alarm is seen. Messages of /cable bring it to everybody. */
export function useAcknowledge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, code, since }: { id: string; code: string; since: string }) =>
      api(addresses.acknowledgeAlarm, { params: { id }, body: { alarm: { code, since } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.streams }),
  });
}

/** Changes what of a stream is an alarm. */
export function useSetAlarms() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, alarms }: { id: string; alarms: AlarmChanges }) =>
      api(addresses.updateStream, { params: { id }, body: { stream: { alarms } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.streams }),
  });
}
