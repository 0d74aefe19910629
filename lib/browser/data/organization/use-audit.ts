import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AuditQuery } from '@/lib/contracts/organization/audit';
import { api } from '../../api/api-client';
import { dataQuery } from '../api-query';
import { queryKeys } from '../query-keys';

/** The audit trail, newest first, page after page; while a new filter loads, what the last one showed. */
export const useAuditEntries = (filter: AuditQuery) =>
  useInfiniteQuery({
    queryKey: queryKeys.auditEntries(filter),
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { ...filter, cursor };
      return api('GET /audit', { query, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Everyone in the audit trail. */
export const useAuditActors = () => useQuery(dataQuery(queryKeys.auditActors, 'GET /audit/actors'));
