import { useQuery } from '@tanstack/react-query';
import { dataQuery, pagesQuery } from './api-query';
import { queryKeys } from './query-keys';

/** Reload interval while the show goes on. */
const growthIntervalMs = 10_000;

/** The report of an event's present or last show, or a kept one; null before the first show. */
export function useReport(eventId: string, reportId?: string) {
  const call = { params: { id: eventId }, query: { report_id: reportId } };
  return useQuery({
    ...dataQuery(queryKeys.report(eventId, reportId), 'GET /events/{id}/report', call),
    refetchInterval: ({ state }) => (state.data?.attributes.is_final ? false : growthIntervalMs),
  });
}

/** The final reports of an event, newest first. @param isWanted false: they are not loaded */
export const useReports = (eventId: string, isWanted = true) =>
  useQuery({
    ...pagesQuery(queryKeys.reports(eventId), 'GET /events/{id}/reports', { params: { id: eventId } }),
    enabled: isWanted,
  });
