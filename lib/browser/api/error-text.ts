import { ApiError } from './api-error';

/** The server's own message, or the fallback where the server said nothing. */
export function messageOr(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.status > 0 && error.message) || fallback;
}

/** All sentences of `error.errors`, one per line, or the fallback where there are none. */
export function detailsOr(error: unknown, fallback: string): string {
  return (
    (error instanceof ApiError &&
      Object.values(error.errors ?? {})
        .flat()
        .join('\n')) ||
    fallback
  );
}
