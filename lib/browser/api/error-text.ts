import { ApiError } from './api-error';

/** The server's own message, or the fallback where there is none. */
export function messageOr(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.status > 0 && error.message) || fallback;
}

/** The names of the fields that an error is about: `email` of `user.email`. */
export const faultyFields = (error: unknown): string[] =>
  error instanceof ApiError ? Object.keys(error.errors ?? {}).map((path) => path.split('.').at(-1) ?? path) : [];

/** All sentences of `error.errors`, one a line, or the fallback where there are none. */
export function detailsOr(error: unknown, fallback: string): string {
  return (
    (error instanceof ApiError &&
      Object.values(error.errors ?? {})
        .flat()
        .join('\n')) ||
    fallback
  );
}
