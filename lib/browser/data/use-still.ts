import { useQuery } from '@tanstack/react-query';
import type { StreamJson } from '@/lib/contracts/streams';
import { fromBase64 } from '@/lib/core/from-base64';
import { api } from '../api/api-client';
import { queryKeys } from './query-keys';

/** The last picture of a stream's camera, decoded. Loads nothing while it is not wanted or there is none. */
export const useStill = (stream: StreamJson | undefined, isWanted: boolean) => {
  const { id = '', attributes } = stream ?? {};
  const takenAt = attributes?.still_at ?? null;
  return useQuery({
    queryKey: queryKeys.still(id, takenAt),
    enabled: isWanted && takenAt !== null,
    // It never changes: the next one has a time of its own.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /streams/{id}/still', { params: { id }, signal });
      const bytes = fromBase64(data.attributes.jpeg);
      return createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
    },
  });
};
