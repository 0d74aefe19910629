import { api } from '@/lib/browser/api/api-client';
import type { PtzCommand, PtzControlInput } from '@/lib/contracts/ptz';
import { useChange } from '../data/api-query';
import { queryKeys } from '../data/query-keys';

/** Sends a command to a camera. @throws ApiError with a sentence for the user */
export const sendPtz = (streamId: string, ptz: PtzCommand): Promise<unknown> =>
  api('POST /streams/{id}/ptz', { params: { id: streamId }, body: { ptz } });

/** Changes how the server turns a camera; null: not at all. */
export const useSetPtz = () =>
  useChange([queryKeys.streams], ({ id, ptz }: { id: string; ptz: PtzControlInput | null }) =>
    api('PATCH /streams/{id}', { params: { id }, body: { stream: { ptz } } }),
  );
