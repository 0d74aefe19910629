import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/api-client';
import { queryKeys } from './query-keys';

/** A camera at a moment. */
interface CameraMoment {
  streamId: string;
  /** ISO time. */
  at: string;
}

/** Addresses of thumbnails hold for six hours. */
const staleAfterMs = 60 * 60_000;

/** Names a moment. */
export const momentKey = ({ streamId, at }: CameraMoment): string => `${streamId} ${at}`;

/**
 * The addresses of small pictures of recorded moments, by {@link momentKey}: none where nothing was recorded, or it cannot be
 * read. Undefined until they are known.
 */
export function useThumbnails(moments: readonly CameraMoment[]): ReadonlyMap<string, string> | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.thumbnails(moments.map(momentKey)),
    enabled: moments.length > 0,
    staleTime: staleAfterMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        moments.map(async (moment): Promise<[string, string][]> => {
          const call = { params: { id: moment.streamId }, query: { at: moment.at }, signal };
          const thumbnail = await api('GET /streams/{id}/thumbnail', call).catch(() => ({ data: null }));
          return thumbnail.data ? [[momentKey(moment), thumbnail.data.url]] : [];
        }),
      );
      return new Map(found.flat());
    },
  });
  return moments.length > 0 ? data : none;
}

const none: ReadonlyMap<string, string> = new Map();
