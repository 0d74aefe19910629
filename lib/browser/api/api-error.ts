export type ApiErrorDetails = string[] | Record<string, string[]>;

/** An API call that failed. Status 0: there was no answer (`code` is then `network` or `timeout`). */
export class ApiError extends Error {
  override name = 'ApiError';

  constructor(
    readonly status: number,
    message: string,
    readonly code: string,
    readonly errors?: ApiErrorDetails,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');

function details(value: unknown): ApiErrorDetails | undefined {
  if (Array.isArray(value)) return strings(value);
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([field, sentences]) => [field, strings(sentences)]));
}

/** Reads the body of a refused request. A body of another shape, such as a proxy's page, leaves the message empty. */
export function apiErrorFrom(status: number, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  return new ApiError(
    status,
    typeof error.message === 'string' ? error.message : '',
    typeof error.code === 'string' ? error.code : 'unknown',
    details(error.errors),
  );
}
