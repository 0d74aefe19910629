/** The one table from error code to HTTP status; it also types the code. */
export const statusByCode = {
  invalid_json: 400,
  invalid_input: 422,
  unauthorized: 401,
  password_required: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  limit_reached: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  invalid_configuration: 500,
  unavailable: 503,
  /** More to do than there is room for: like unavailable, but no fault that belongs in the log. */
  busy: 503,
} as const;

export type ErrorCode = keyof typeof statusByCode;

/** Sentences for the user: a plain list, or by form field. */
export type ErrorDetails = string[] | Record<string, string[]>;

/** An error whose message may be shown to the user. Anything else thrown is a fault of ours and shown as `internal`. */
export class AppError extends Error {
  override name = 'AppError';
  readonly details: ErrorDetails | undefined;
  readonly retryAfterSeconds: number | undefined;

  /**
   * @param message one sentence that says what happened and what the user can do
   * @param options.details sentences for `error.errors` of the response
   * @param options.retryAfterSeconds when it may go better
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: ErrorDetails; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
