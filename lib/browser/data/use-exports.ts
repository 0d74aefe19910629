import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExportFormat } from '@/lib/contracts/export-formats';
import type { ExportJson } from '@/lib/contracts/exports';
import type { BroadcastRate } from '@/lib/core/frame-rate';
import { api } from '../api/api-client';
import { useMay } from '../api/use-may';
import { pagesQuery, useChange } from './api-query';
import { removeRow } from './list-change';
import { useLiveList } from './live-list';
import { queryKeys } from './query-keys';
import { refreshIntervalMs, useIsCableConnected } from './use-cable';

/** An export as a person orders it. */
export interface ExportOrder {
  format: ExportFormat;
  recordingIds: string[];
  /** Milliseconds since 1970. */
  startMs: number;
  endMs: number;
  /** A clip of each mark, in place of the range. */
  aroundMarks: boolean;
  handlesMs: number;
  hasProxies: boolean;
  /** Null: the show as it was cut. */
  editId: string | null;
  /** Null: that of most cameras. */
  frameRate: BroadcastRate | null;
}

/** The exports of an event, newest first, and live; none for a role that may not export. */
export function useExports(eventId: string) {
  const queryKey = queryKeys.exports(eventId);
  const may = useMay('exports.read');
  const isConnected = useIsCableConnected();
  useLiveList({
    channel: 'ExportsChannel',
    isWanted: may,
    queryKey,
    keep: (made) => (made.attributes.event_id === eventId ? made : null),
    arrange: newestFirst,
  });
  return useQuery({
    ...pagesQuery(queryKey, 'GET /events/{id}/exports', { params: { id: eventId } }),
    enabled: may,
    refetchInterval: isConnected ? false : refreshIntervalMs,
  });
}

const newestFirst = (list: ExportJson[]): ExportJson[] =>
  list.toSorted((a, b) => Date.parse(b.attributes.created_at) - Date.parse(a.attributes.created_at));

/** Orders an export of an event's recordings. */
export const useCreateExport = (eventId: string) =>
  useChange([queryKeys.exports(eventId)], (order: ExportOrder) =>
    api('POST /events/{id}/exports', {
      params: { id: eventId },
      body: {
        export: {
          format: order.format,
          recording_ids: order.recordingIds,
          starts_at: new Date(order.startMs).toISOString(),
          ends_at: new Date(order.endMs).toISOString(),
          around_marks: order.aroundMarks,
          handles_ms: order.handlesMs,
          has_proxies: order.hasProxies,
          edit_id: order.editId ?? undefined,
          frame_rate: order.frameRate ?? undefined,
        },
      },
    }),
  );

/** Cancels or removes an export. It leaves the list at once, and is back where that fails. */
export function useDeleteExport(eventId: string) {
  const client = useQueryClient();
  const queryKey = queryKeys.exports(eventId);
  return useChange([queryKey], (id: string) => api('DELETE /exports/{id}', { params: { id } }), {
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<ExportJson[]>(queryKey, (list) => list && removeRow(list, id));
    },
  });
}

/** Makes addresses from which the files of exports are downloaded. */
export const useExportDownload = () =>
  useMutation({ mutationFn: (id: string) => api('POST /exports/{id}/download', { params: { id } }) });
