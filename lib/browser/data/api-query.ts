import {
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Address, NameAt } from '@/lib/contracts/api/addresses';
import { api } from '../api/api-client';
import { ApiError } from '../api/api-error';
import type { Reply, Rest } from '../api/send-request';
import { refreshIntervalMs } from './use-cable';

interface Page<Row> {
  data: Row[];
  meta: { next_cursor: string | null };
}

/**
 * All rows of a list, whose answers are pages.
 * @param load reads the page that begins at a cursor, the first one without
 */
export async function loadPages<Row>(load: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  let rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, meta } = await load(cursor);
    rows = rows.concat(data);
    if (meta.next_cursor === null) return rows;
    cursor = meta.next_cursor;
  }
}

type DataAt<A extends Address> = Reply<NameAt<A>> extends { data: infer Data } ? Data : never;
type RowAt<A extends Address> = DataAt<A> extends (infer Row)[] ? Row : never;

/** Calls any endpoint, with parts that {@link Rest} has checked. */
const call = api as unknown as (address: Address, parts: object) => Promise<unknown>;

/** The query for the `data` of an endpoint's answer. */
export const dataQuery = <A extends Address>(queryKey: QueryKey, address: A, ...[parts]: Rest<NameAt<A>>) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => ((await call(address, { ...parts, signal })) as { data: DataAt<A> }).data,
  });

/** The query for all rows of an endpoint's list, whose answers are pages. */
export const pagesQuery = <A extends Address>(queryKey: QueryKey, address: A, ...[parts]: Rest<NameAt<A>>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      loadPages(async (cursor) => {
        const query = { ...(parts as { query?: object } | undefined)?.query, cursor };
        return (await call(address, { ...parts, query, signal })) as Page<RowAt<A>>;
      }),
  });

/** For a query's `refetchInterval`: a page that could not load it tries again every 5 s. */
export const reloadAfterError = ({ state }: { state: { status: string } }): number | false =>
  state.status === 'error' ? refreshIntervalMs : false;

/**
 * A change by the API, after which queries are loaded again. A failed change loads them too, because it may come of what
 * this page does not know yet.
 */
export function useChange<Input, Result>(
  queryKeys: readonly QueryKey[],
  mutationFn: (input: Input) => Promise<Result>,
  options?: Pick<UseMutationOptions<Result, Error, Input>, 'mutationKey' | 'scope' | 'onMutate' | 'onSuccess'>,
): UseMutationResult<Result, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    ...options,
    mutationFn,
    onSettled: async (_, error) => {
      const reloaded = Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
      // A failed change waits for nothing: the screen takes it back at once.
      if (!error) await reloaded;
    },
  });
}

const maxRetries = 2;

/** A refusal is final; a missing answer or a server fault is not. */
const mayRetry = (failureCount: number, error: Error): boolean =>
  failureCount < maxRetries && error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** A new store of server state; one for each page load. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 1_000 },
      // A cut that nobody could send fails at once. It would go on air once the network is back.
      mutations: { networkMode: 'always' },
    },
  });
