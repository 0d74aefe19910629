import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExportsMessage } from '@/lib/contracts/cable-messages';
import type { ExportFormat, ExportJson } from '@/lib/contracts/exports';
import { api } from '../api/api-client';
import { useMay } from '../api/use-may';
import { loadPages } from './load-pages';
import { queryKeys } from './query-keys';
import { removeRow } from './update-rows';
import { refreshIntervalMs, useCable, useIsCableConnected } from './use-cable';

/** An export as a person orders it. */
export interface ExportOrder {
  format: ExportFormat;
  recordingIds: string[];
  /** Milliseconds since 1970. */
  startMs: number;
  endMs: number;
}

/** The exports of an event, newest first, and live; none for a role that may not export. */
export function useExports(eventId: string) {
  const client = useQueryClient();
  const may = useMay('exports.read');
  const isConnected = useIsCableConnected();
  useCable(may ? { name: 'ExportsChannel' } : null, {
    onMessage: (message) =>
      client.setQueryData<ExportJson[]>(queryKeys.exports(eventId), (list) => applied(list, message, eventId)),
  });
  return useQuery({
    queryKey: queryKeys.exports(eventId),
    queryFn: ({ signal }) =>
      loadPages((cursor) => api('GET /events/{id}/exports', { params: { id: eventId }, query: { cursor }, signal })),
    enabled: may,
    refetchInterval: isConnected ? false : refreshIntervalMs,
  });
}

/** @param list undefined until it is loaded */
function applied(list: ExportJson[] | undefined, message: ExportsMessage, eventId: string): ExportJson[] | undefined {
  switch (message.type) {
    case 'exports_snapshot':
      // More than a snapshot holds are loaded by the API.
      return message.is_complete
        ? message.exports.filter(({ attributes }) => attributes.event_id === eventId).toReversed()
        : list;
    case 'export_remove':
      return list && removeRow(list, message.export_id);
    case 'export_upsert': {
      const { export: made } = message;
      if (!list || made.attributes.event_id !== eventId) return list;
      const index = list.findIndex(({ id }) => id === made.id);
      return index < 0 ? [made, ...list] : list.with(index, made);
    }
  }
}

/** Orders an export of an event's recordings. */
export function useCreateExport(eventId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ format, recordingIds, startMs, endMs }: ExportOrder) =>
      api('POST /events/{id}/exports', {
        params: { id: eventId },
        body: {
          export: {
            format,
            recording_ids: recordingIds,
            starts_at: new Date(startMs).toISOString(),
            ends_at: new Date(endMs).toISOString(),
          },
        },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.exports(eventId) }),
  });
}

/** Cancels or removes an export. It leaves the list at once, and is back where that fails. */
export function useDeleteExport(eventId: string) {
  const client = useQueryClient();
  const queryKey = queryKeys.exports(eventId);
  return useMutation({
    mutationFn: (id: string) => api('DELETE /exports/{id}', { params: { id } }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<ExportJson[]>(queryKey, (list) => list && removeRow(list, id));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** Makes addresses from which the files of exports are downloaded. */
export const useExportDownload = () =>
  useMutation({ mutationFn: (id: string) => api('POST /exports/{id}/download', { params: { id } }) });
