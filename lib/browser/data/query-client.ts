import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';

const maxRetries = 2;

/** A refusal is final; a missing answer or a server fault is not. */
const mayRetry = (failureCount: number, error: Error): boolean =>
  failureCount < maxRetries && error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** A new store of server state; one for each page load. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: mayRetry, staleTime: 1_000 } } });
