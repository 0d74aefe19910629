import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api-client';
import { loadPages } from './load-pages';
import { queryKeys } from './query-keys';

/** Reload interval while the show goes on. */
const growthIntervalMs = 10_000;

/** The report of an event's present or last show, or a kept one; null before the first show. */
export const useReport = (eventId: string, reportId?: string) =>
  useQuery({
    queryKey: queryKeys.report(eventId, reportId),
    queryFn: async ({ signal }) =>
      (await api('GET /events/{id}/report', { params: { id: eventId }, query: { report_id: reportId }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.attributes.is_final ? false : growthIntervalMs),
  });

/** The final reports of an event, newest first. */
export const useReports = (eventId: string) =>
  useQuery({
    queryKey: queryKeys.reports(eventId),
    queryFn: ({ signal }) =>
      loadPages((cursor) => api('GET /events/{id}/reports', { params: { id: eventId }, query: { cursor }, signal })),
  });
