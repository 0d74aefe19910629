import { useQuery } from '@tanstack/react-query';
import type { PullTryJson } from '@/lib/contracts/pull-try';
import { api } from '../api/api-client';
import { dataQuery, useChange } from './api-query';
import { queryKeys } from './query-keys';

const lookIntervalMs = 500;

/** A try of a camera's address, which a gateway makes. */
export function usePullTry() {
  const begin = useChange([queryKeys.pullTry], (address: string) =>
    api('POST /pull_try', { body: { pull_try: { address } } }),
  );
  const begun = begin.data?.data;
  const { data: last } = useQuery({
    ...dataQuery(queryKeys.pullTry, 'GET /pull_try'),
    enabled: begun !== undefined,
    refetchInterval: ({ state: { data } }) => (isOver(data) ? false : lookIntervalMs),
  });
  // Another member may have begun one since.
  const found = begun && last?.id === begun.id ? last.attributes : begun?.attributes;
  return { begin, found, isTrying: begin.isPending || found?.state === 'trying' };
}

const isOver = (last: PullTryJson | null | undefined): boolean => !!last && last.attributes.state !== 'trying';
